import { type Ask, answersBelong } from '../../shared/ask';
import { type Decision, isWindowSurface, type Surface } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import { needsLook } from '../../shared/needs-look';
import type { Remember } from '../../shared/rule';

interface Asked {
  readonly ask: Ask;
  /** The whole of it; throws when that is not to be had. */
  readonly input: () => Readonly<Record<string, unknown>>;
  readonly surface: Surface;
  readonly options: DecideOptions;
}

/** What a person means by an answer, beside the answer itself. */
export interface DecideOptions {
  /** The rule to keep. */
  readonly remember?: Remember | undefined;
  /** The fingerprint of the call that they had before them. */
  readonly seen?: string | undefined;
}

const isEmpty = (input: Readonly<Record<string, unknown>>): boolean => Object.keys(input).length === 0;

/** Throws when a decision can't be one on this ask. Checked before it is claimed, so that nothing of it is written anywhere. */
export function checkDecision(decision: Decision, { ask, input, surface, options: { remember, seen } }: Asked): void {
  if (decision.answer !== 'deny' && (decision.answer === 'answers') !== (ask.kind === 'question'))
    throw new AppError('bad-request', 'A question takes answers, and nothing else does.');
  if (decision.answer !== 'deny' && needsLook(ask) && !isWindowSurface(surface))
    throw new AppError('needs-look', 'This needs a closer look: it can be allowed only where all of it is in view.');
  // Here and not only where it is handed over: an answer that goes as a message is checked by nobody else.
  if (decision.answer === 'answers' && !answersBelong(decision.answers, input()))
    throw new AppError('bad-request', 'These answers belong to other questions.');
  // The CLI takes an empty input for none, and would run the call as it was asked.
  if (decision.answer === 'allow' && decision.input && isEmpty(decision.input) && !isEmpty(input()))
    throw new AppError('bad-request', 'An input can’t be edited to nothing: Claude Code would run the call unchanged.');
  // What nobody can see whole, nobody allows.
  if (decision.answer === 'allow') input();
  // A surface may be slower than a call that comes back changed.
  if (seen !== undefined && decision.answer === 'allow' && seen !== ask.fingerprint)
    throw new AppError('needs-look', 'The call has changed since you saw it. Your answer was not sent: look at it again.');
  // A rule is made of the call as Claude made it: who changed that has not said yes to it.
  if (remember !== undefined && (decision.answer !== 'allow' || decision.input !== undefined || ask.kind !== 'permission'))
    throw new AppError('bad-request', 'Only a permission that is allowed as it was asked can be remembered.');
}
