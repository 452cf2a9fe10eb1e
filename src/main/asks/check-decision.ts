import { type Ask, answersBelong } from '../../shared/ask';
import { type Decision, isWindowSurface, type Surface } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import { needsLook } from '../../shared/needs-look';
import type { Remember } from '../../shared/rule';

interface CheckContext {
  readonly ask: Ask;
  /** Throws if the whole input is lost. */
  readonly input: () => Readonly<Record<string, unknown>>;
  readonly surface: Surface;
  readonly options: DecideOptions;
}

/** What a person adds to a decision. */
export interface DecideOptions {
  /** The rule to keep for calls like this one. */
  readonly remember?: Remember | undefined;
  /** The fingerprint of the call that the person saw. */
  readonly seen?: string | undefined;
}

const isEmpty = (input: Readonly<Record<string, unknown>>): boolean => Object.keys(input).length === 0;

/** Throws if a decision can't be made on this ask. It runs before the claim, so that nothing has been written yet. */
export function checkDecision(decision: Decision, { ask, input, surface, options: { remember, seen } }: CheckContext): void {
  if (decision.answer !== 'deny' && (decision.answer === 'answers') !== (ask.kind === 'question'))
    throw new AppError('bad-request', 'A question takes answers, and nothing else does.');
  if (decision.answer !== 'deny' && needsLook(ask) && !isWindowSurface(surface))
    throw new AppError('needs-look', 'This needs a closer look: it can be allowed only where all of it is in view.');
  // Delivery checks this too, but a late answer is sent as a message, and nothing else checks that.
  if (decision.answer === 'answers' && !answersBelong(decision.answers, input()))
    throw new AppError('bad-request', 'These answers belong to other questions.');
  // The CLI treats an empty input like a missing one and would run the call as it was asked.
  if (decision.answer === 'allow' && decision.input && isEmpty(decision.input) && !isEmpty(input()))
    throw new AppError('bad-request', 'An input can’t be edited to nothing: Claude Code would run the call unchanged.');
  // Nobody may allow a call that can't be shown whole.
  if (decision.answer === 'allow') input();
  // A slow surface may still show the call as it was before a hook changed it.
  if (seen !== undefined && decision.answer === 'allow' && seen !== ask.fingerprint)
    throw new AppError('needs-look', 'The call has changed since you saw it. Your answer was not sent: look at it again.');
  // A rule is made from the call as Claude made it. A person who edited the input has not agreed to that.
  if (remember !== undefined && (decision.answer !== 'allow' || decision.input !== undefined || ask.kind !== 'permission'))
    throw new AppError('bad-request', 'Only a permission that is allowed as it was asked can be remembered.');
}
