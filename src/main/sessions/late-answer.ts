import type { Ask } from '../../shared/ask';
import { assertNever } from '../../shared/assert';
import type { Decision } from '../../shared/decision';
import { inputWithoutMentions, withoutMentions } from './no-mention';

/** What Claude is told when a person answers after the time had run out. */
export function lateAnswer({ kind, tool }: Ask, decision: Decision): string {
  const what = kind === 'question' ? 'your questions' : kind === 'plan' ? 'your plan' : `your call of ${tool}`;
  switch (decision.answer) {
    case 'deny':
      return `The user is back and has denied ${what}${decision.reason ? `: ${decision.reason}` : '.'}`;
    case 'answers':
      return `The user is back and has answered ${what}:\n${answersIn(decision)}`;
    case 'allow': {
      const note = decision.note ? `\n${decision.note}` : '';
      const input = decision.input === undefined ? '' : inputWithoutMentions(decision.input);
      if (kind === 'plan') {
        const changed = input === '' ? '' : `, changed to this:\n${input}\n`;
        return `The user is back and has approved ${what}${changed}. Plan mode is over: carry it out.${note}`;
      }
      if (input !== '') return `The user is back and has allowed ${what}, with this input instead: make that call.\n${input}${note}`;
      return `The user is back and has allowed ${what}. Make exactly the same call again if it is still needed.${note}`;
    }
    default:
      return assertNever(decision);
  }
}

/** One line for each question, with what the person noted beside it. */
export function answersIn({ answers, notes = {} }: Extract<Decision, { answer: 'answers' }>): string {
  const questions = new Set([...Object.keys(answers), ...Object.keys(notes)]);
  const line = (question: string): string => {
    const note = notes[question]?.trim();
    return `${withoutMentions(question)} ${[answers[question] ?? []].flat().join(', ')}${note ? ` (${note})` : ''}`;
  };
  return [...questions].map(line).join('\n');
}
