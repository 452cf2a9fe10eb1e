import type { Ask } from '../../shared/ask';
import { assertNever } from '../../shared/assert';
import type { Decision } from '../../shared/decision';
import { answersIn } from './late-answer';
import { inputWithoutMentions } from './no-mention';

/** What Claude is told when a person answers a call that no run asks about any more. */
export function notMade({ tool, note }: Ask, decision: Decision): string {
  // An answer was on its way when the run ended: to say that nothing happened would have the call made twice.
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
        decision.input === undefined ? '' : `\nThe user wants it with this input instead:\n${inputWithoutMentions(decision.input)}`;
      return `${what} The user has answered it only now. ${next}${edited}${decision.note ? `\n${decision.note}` : ''}`;
    }
    default:
      return assertNever(decision);
  }
}
