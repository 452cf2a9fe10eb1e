import type { Ask } from '../../shared/ask';
import { assertNever } from '../../shared/assert';
import type { Decision } from '../../shared/decision';
import { truncateLine } from '../../shared/truncate';

/** Tells Claude about an answer that was given after the ask had timed out. */
export function lateAnswerMessage({ kind, tool }: Ask, decision: Decision): string {
  const what =
    kind === 'question'
      ? 'your questions'
      : kind === 'plan'
        ? 'your plan'
        : kind === 'form'
          ? `the form of ${tool}`
          : `your call of ${tool}`;
  switch (decision.answer) {
    case 'deny':
      return `The user is back and has denied ${what}${decision.reason ? `: ${decision.reason}` : '.'}`;
    case 'answers':
      return `The user is back and has answered ${what}:\n${answersIn(decision)}`;
    case 'allow': {
      const note = decision.note ? `\n${decision.note}` : '';
      const input = decision.input === undefined ? '' : jsonWithoutMentions(decision.input);
      if (kind === 'plan') {
        const changed = input === '' ? '' : `, changed to this:\n${input}\n`;
        return `The user is back and has approved ${what}${changed}. Plan mode is over: carry it out.${note}`;
      }
      if (input !== '') return `The user is back and has allowed ${what}, with this input instead: make that call.\n${input}${note}`;
      return `The user is back and has allowed ${what}. Make exactly the same call again if it is still needed.${note}`;
    }
    case 'submit':
      return `The user is back and has filled in ${what}:\n${jsonWithoutMentions(decision.values)}`;
    case 'cancel':
      return `The user is back and has closed ${what} without an answer.`;
    default:
      return assertNever(decision);
  }
}

/** Tells Claude what became of a call of one of our tools that had ended before the answer came. */
export function lateToolMessage(tool: string, prompt: string, became: { readonly result: unknown } | { readonly error: string }): string {
  const asked = withoutMentions(truncateLine(prompt, 200));
  const words =
    'error' in became ? `The tool failed: ${withoutMentions(became.error)}` : `The tool’s result: ${jsonWithoutMentions(became.result)}`;
  return `The user has answered what the tool “${withoutMentions(tool)}” asked (“${asked}”). ${words}`;
}

/** Tells Claude about an answer to a call that no run asks about any more. */
export function unmadeCallMessage({ tool, note }: Ask, decision: Decision): string {
  // An answer was on its way when the run ended. If we said that nothing happened, Claude would make the call twice.
  const isUnsure = note === 'may-have-run';
  const what = isUnsure
    ? `It is not known whether your call of ${tool} was made: the session ended before its result was there.`
    : `Your call of ${tool} was not made: the session ended before it was answered.`;
  const next = isUnsure ? 'Find out whether it took effect before you make it again.' : 'Make the call again if it is still needed.';
  switch (decision.answer) {
    case 'deny':
      return `${what} The user has denied it since then: do not make it again.${decision.reason ? `\n${decision.reason}` : ''}`;
    case 'answers':
      return `${what} The user has answered it only now:\n${answersIn(decision)}`;
    case 'allow': {
      const edited =
        decision.input === undefined ? '' : `\nThe user wants it with this input instead:\n${jsonWithoutMentions(decision.input)}`;
      return `${what} The user has answered it only now. ${next}${edited}${decision.note ? `\n${decision.note}` : ''}`;
    }
    case 'submit':
      return `${what} The user has answered it only now:\n${jsonWithoutMentions(decision.values)}`;
    case 'cancel':
      return `${what} The user has closed it without an answer.`;
    default:
      return assertNever(decision);
  }
}

/** One line per question, with the person's note. */
function answersIn({ answers, notes = {} }: Extract<Decision, { answer: 'answers' }>): string {
  const questions = new Set([...Object.keys(answers), ...Object.keys(notes)]);
  const line = (question: string): string => {
    const note = notes[question]?.trim();
    return `${withoutMentions(question)} ${[answers[question] ?? []].flat().join(', ')}${note ? ` (${note})` : ''}`;
  };
  return [...questions].map(line).join('\n');
}

/**
 * Replaces `@` in text that Claude or a file wrote. In a user message the CLI would read any file named after `@` without asking.
 * Newer versions can be told not to, older ones can't.
 */
const withoutMentions = (text: string): string => text.replaceAll('@', '(at)');

/** JSON can escape the sign, so the input keeps its meaning. */
const jsonWithoutMentions = (value: unknown): string => JSON.stringify(value ?? null).replaceAll('@', '\\u0040');
