import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { Ask } from '../../shared/ask';
import type { Decision, WindowSurface } from '../../shared/decision';
import { allowsNoRule } from '../../shared/looked-at';
import type { Remember } from '../../shared/rule';
import { asksAtom } from '../base/app-state';
import { host } from '../base/host';
import { catchFailure } from '../base/task';
import { type AnswerDraft, answerDraftAtom, changeAnswerAtom, dropAnswerAtom } from './answer-draft';
import { answeredHereAtom } from './dialog-state';

interface Answer {
  /** As the person sees it. */
  readonly ask: Pick<Ask, 'id' | 'fingerprint'>;
  readonly decision: Decision;
  readonly surface: WindowSurface;
  readonly remember?: Remember | undefined;
}

/** Who was first, where an answer came too late and what it was for is no longer there to say so. */
export const tooLateAtom = atom<string | null>(null);

/** Sends an answer. What goes wrong is kept with the ask, beside everything that was typed. */
export const answerAtom = atom(null, async (get, set, { ask: { id, fingerprint }, decision, surface, remember }: Answer): Promise<void> => {
  if (get(answerDraftAtom)(id).phase !== 'open') return;
  set(changeAnswerAtom, id, { phase: 'sending', failure: null });
  const failed = await catchFailure(() =>
    host.request('asks.decide', { id, decision, surface, seen: fingerprint, ...(remember === undefined ? {} : { remember }) }),
  );
  if (failed) {
    // Another answer was first, which is no failure. The dialog and the transcript say so; the inbox has lost the row.
    const isGone = failed.code === 'already-answered' || failed.code === 'ask-gone';
    if (isGone && surface === 'inbox') set(tooLateAtom, failed.message);
    set(changeAnswerAtom, id, { phase: 'open', failure: isGone ? null : failed.message });
  } else {
    set(changeAnswerAtom, id, { phase: 'sent' });
    set(answeredHereAtom, id);
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
  decideAlso(others: readonly Ask[], decision: Decision, remember?: 'session'): void;
}

/** What is being answered to an ask, and the way to send it. */
export function useAnswering(ask: Ask, surface: WindowSurface): Answering {
  const { id } = ask;
  const draft = useAtomValue(answerDraftAtom)(id);
  const change = useSetAtom(changeAnswerAtom);
  const answer = useSetAtom(answerAtom);
  return {
    draft,
    busy: draft.phase !== 'open',
    change: (changed) => change(id, changed),
    decide: (decision, remember) => void answer({ ask, decision, surface, remember }),
    decideAlso: (others, decision, remember) => {
      // In its folder the same call may be one that no rule allows.
      for (const other of others) void answer({ ask: other, decision, surface, remember: allowsNoRule(other) ? undefined : remember });
    },
  };
}
