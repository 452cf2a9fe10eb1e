import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useLayoutEffect } from 'react';
import type { Ask } from '../../shared/ask';
import type { Decision, WindowSurface } from '../../shared/decision';
import { allowsNoRule } from '../../shared/person-only';
import type { Remember } from '../../shared/rule';
import { asksAtom, sessionsAtom } from '../base/app-state';
import { host } from '../base/host';
import { catchFailure } from '../base/task';
import { type AnswerDraft, answerDraftAtom, changeAnswerAtom, dropAnswerAtom } from './answer-draft';
import { markAnsweredHereAtom } from './dialog-state';
import { heldPromptsAtom, holdPromptAtom, isOtherPrompt, releasePromptAtom, repromptMs, shownAsksAtom } from './held-prompts';

interface Answer {
  /** The version that the person sees. */
  readonly ask: Ask;
  readonly decision: Decision;
  readonly surface: WindowSurface;
  readonly remember?: Remember | undefined;
}

/** Says who answered first, for an answer from the inbox that came too late: its row is gone and can't say so. */
export const tooLateAtom = atom<string | null>(null);

/** Sends an answer. A failure is kept in the draft, with everything that the person typed. */
export const answerAtom = atom(null, async (get, set, { ask, decision, surface, remember }: Answer): Promise<void> => {
  const { id, fingerprint, interaction } = ask;
  if (get(answerDraftAtom)(id).phase !== 'open') return;
  set(changeAnswerAtom, id, { phase: 'sending', failure: null });
  // An MCP server that asks again makes a request of its own.
  const mayBeRepeated = interaction?.origin.by === 'tool';
  if (mayBeRepeated) set(holdPromptAtom, ask);
  const failed = await catchFailure(() =>
    host.request('asks.decide', {
      id,
      decision,
      surface,
      seen: fingerprint,
      ...(remember === undefined ? {} : { remember }),
      ...(interaction ? { interactionId: interaction.id } : {}),
    }),
  );
  if (failed) {
    // Another answer was first, which is no failure. The dialog and the transcript say so; the inbox has lost the row.
    const isGone = failed.code === 'already-answered' || failed.code === 'ask-gone';
    if (isGone && surface === 'inbox') set(tooLateAtom, failed.message);
    set(changeAnswerAtom, id, { phase: 'open', failure: isGone ? null : failed.message });
    set(releasePromptAtom, ask);
  } else if (mayBeRepeated) {
    await set(awaitRepromptAtom, ask);
  } else {
    set(changeAnswerAtom, id, { phase: 'sent' });
    set(markAnsweredHereAtom, id);
  }
  if (!get(shownAsksAtom).some((one) => one.id === id)) set(dropAnswerAtom, id);
});

/** Keeps an answered prompt in view until its tool asks again or has had the time to. */
const awaitRepromptAtom = atom(null, async (get, set, ask: Ask): Promise<void> => {
  const { id } = ask;
  const pending = (): Ask | undefined => get(asksAtom).find((one) => one.id === id);
  const next = pending();
  if (next && isOtherPrompt(ask, next)) {
    set(changeAnswerAtom, id, { phase: 'open' });
    set(releasePromptAtom, ask);
    return;
  }
  set(changeAnswerAtom, id, { phase: 'sent' });
  await new Promise((resolve) => setTimeout(resolve, repromptMs));
  set(endHoldAtom, ask);
});

/** The tool does not ask again: its answered prompt goes out of view. */
const endHoldAtom = atom(null, (get, set, ask: Ask) => {
  if (get(heldPromptsAtom).get(ask.id) !== ask) return;
  if (!get(asksAtom).some(({ id }) => id === ask.id)) set(markAnsweredHereAtom, ask.id);
  set(releasePromptAtom, ask);
});

/** Takes the answered prompt of a call out of view as soon as the call has its result. */
export function useEndOfHold(toolUseId: string, isOver: boolean): void {
  const held = useAtomValue(heldPromptsAtom);
  const draftOf = useAtomValue(answerDraftAtom);
  const active = useAtomValue(sessionsAtom)?.active;
  const end = useSetAtom(endHoldAtom);
  const ask = [...held.values()].find((one) => one.toolUseId === toolUseId && one.sessionId === active);
  const ends = ask && isOver && draftOf(ask.id).phase === 'sent' ? ask : null;
  useLayoutEffect(() => {
    if (ends) end(ends);
  }, [ends, end]);
}

export interface Answering {
  readonly draft: AnswerDraft;
  /** An answer is being sent or was sent. The ask disappears when the main process drops it. */
  readonly busy: boolean;
  change(change: Partial<AnswerDraft>): void;
  decide(decision: Decision, remember?: Remember): void;
  /** Gives the same answer to the same call in other sessions. */
  decideAlso(others: readonly Ask[], decision: Decision, remember?: 'session'): void;
}

/** The draft of an answer, and the functions that change and send it. */
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
      // The other session's folder can make it a call that no rule may allow.
      for (const other of others) void answer({ ask: other, decision, surface, remember: allowsNoRule(other) ? undefined : remember });
    },
  };
}
