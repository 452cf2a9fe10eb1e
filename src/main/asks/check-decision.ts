import { type Ask, answersBelong } from '../../shared/ask';
import { type Decision, isProgramSurface, isWindowSurface, type Surface } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import { type InteractionId, isOver } from '../../shared/interaction';
import { needsLook } from '../../shared/needs-look';
import type { Remember } from '../../shared/rule';
import { checkFormOf } from './form-checker';

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
  /** The prompt that the person saw. */
  readonly interactionId?: InteractionId | undefined;
}

/** The answers that an ask takes. Only an MCP server is told that a person declined its form. */
function takes({ kind, interaction }: Ask): readonly Decision['answer'][] {
  switch (kind) {
    case 'question':
      return ['answers', 'deny'];
    case 'form':
      return interaction?.origin.by === 'server' ? ['submit', 'deny', 'cancel'] : ['submit', 'cancel'];
    default:
      return interaction ? ['allow', 'deny', 'cancel'] : ['allow', 'deny'];
  }
}

function checkPrompt(decision: Decision, { interaction, note }: Ask, { interactionId }: DecideOptions): void {
  if (!interaction) return;
  if (interactionId !== interaction.id)
    throw new AppError('stale-interaction', 'This answer was for an earlier prompt. Look at the new one.');
  if (decision.answer === 'allow' && !interaction.approvalScopes.includes(decision.approvalScope ?? 'once'))
    throw new AppError('bad-request', 'The tool does not offer this scope.');
  if (decision.answer !== 'cancel' && isOver(interaction, note))
    throw new AppError('run-gone', 'The tool can’t go on: it ended with the app or its run. Close the request to tell Claude so.');
}

/**
 * Whether a decision may be made where a person may not have seen all of the ask. A program gets every question and form whole and
 * fills it in field by field, and an answer runs nothing. But that a program got a call says nothing about whether a person looked at
 * it, so programs allow no more calls than a notification does.
 */
function mayDecideUnseen({ answer }: Decision, ask: Ask, surface: Surface): boolean {
  if (answer === 'deny' || answer === 'cancel' || isWindowSurface(surface) || !needsLook(ask)) return true;
  return isProgramSurface(surface) && answer !== 'allow' && ask.marks.length === 0;
}

const isEmpty = (input: Readonly<Record<string, unknown>>): boolean => Object.keys(input).length === 0;

/** Throws if a decision can't be made on this ask. It runs before the claim, so that nothing has been written yet. */
export function checkDecision(decision: Decision, { ask, input, surface, options }: CheckContext): void {
  const { remember, seen } = options;
  checkPrompt(decision, ask, options);
  if (!takes(ask).includes(decision.answer)) throw new AppError('bad-request', 'This kind of answer does not fit the request.');
  if (decision.answer === 'submit') {
    if (!isWindowSurface(surface) && !isProgramSurface(surface))
      throw new AppError('needs-look', 'A form can be submitted only where all of it is in view.');
    const [error] = Object.values(checkFormOf({ input: input() }, decision.values));
    if (error !== undefined) throw new AppError('invalid-request', error);
  }
  if (!mayDecideUnseen(decision, ask, surface))
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
  const isCall = ask.kind === 'permission' && ask.interaction === null;
  if (remember !== undefined && (decision.answer !== 'allow' || decision.input !== undefined || !isCall))
    throw new AppError('bad-request', 'Only a permission that is allowed as it was asked can be remembered.');
}
