import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { Ask } from '../../shared/ask';
import type { Decision, Surface } from '../../shared/decision';
import { AppError, messageOf } from '../../shared/errors';
import type { AskId } from '../../shared/ids';
import type { Remember } from '../../shared/rule';
import { asksAtom } from '../app-state';
import { host } from '../host';
import { type AnswerDraft, answerDraftAtom, changeAnswerAtom, dropAnswerAtom } from './answer-draft';
import { answeredHereAtom } from './dialog-state';

/** The surfaces that are in this window. */
export type WindowSurface = Extract<Surface, 'dialog' | 'card' | 'inbox'>;

interface Answer {
  readonly id: AskId;
  readonly decision: Decision;
  readonly surface: WindowSurface;
  readonly remember?: Remember | undefined;
}

/** Sends an answer. What goes wrong is kept with the ask, beside everything that was typed. */
export const answerAtom = atom(null, async (get, set, { id, decision, surface, remember }: Answer): Promise<void> => {
  if (get(answerDraftAtom)(id).phase !== 'open') return;
  set(changeAnswerAtom, id, { phase: 'sending', failure: null });
  try {
    await host.request('asks.decide', { id, decision, surface, ...(remember === undefined ? {} : { remember }) });
    set(changeAnswerAtom, id, { phase: 'sent' });
    set(answeredHereAtom, id);
  } catch (error) {
    // Somebody was first: that is said where it was shown, and it is no failure.
    const gone = error instanceof AppError && (error.code === 'already-answered' || error.code === 'ask-gone');
    set(changeAnswerAtom, id, { phase: 'open', failure: gone ? null : messageOf(error) });
    if (!(error instanceof AppError)) reportError(error);
  }
  if (!get(asksAtom).some((ask) => ask.id === id)) set(dropAnswerAtom, id);
});

export interface Answering {
  readonly draft: AnswerDraft;
  /** An answer is on its way or was given: the ask goes when the main process has said so. */
  readonly busy: boolean;
  change(change: Partial<AnswerDraft>): void;
  decide(decision: Decision, remember?: Remember): void;
  /** The same answer to the same call of another session. */
  decideAlso(others: readonly Ask[], decision: Decision): void;
}

/** What is being answered to an ask, and the way to send it. */
export function useAnswering({ id }: Ask, surface: WindowSurface): Answering {
  const draft = useAtomValue(answerDraftAtom)(id);
  const change = useSetAtom(changeAnswerAtom);
  const answer = useSetAtom(answerAtom);
  return {
    draft,
    busy: draft.phase !== 'open',
    change: (changed) => change(id, changed),
    decide: (decision, remember) => void answer({ id, decision, surface, remember }),
    decideAlso: (others, decision) => {
      for (const other of others) void answer({ id: other.id, decision, surface });
    },
  };
}
