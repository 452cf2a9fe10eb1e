import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useLayoutEffect, useMemo } from 'react';
import type { Ask } from '../../shared/ask';
import type { AskId } from '../../shared/ids';
import { sessionsAtom } from '../base/app-state';
import { shownAsksAtom } from './held-prompts';

/** Prompts whose card is drawn where their call is, and not at the end of the transcript. */
const placedAtom = atom<ReadonlySet<AskId>>(new Set<AskId>());

const placeAtom = atom(null, (get, set, id: AskId, placed: boolean) => {
  const others = [...get(placedAtom)].filter((one) => one !== id);
  set(placedAtom, new Set(placed ? [...others, id] : others));
});

const activeShownAsksAtom = atom((get) => {
  const active = get(sessionsAtom)?.active;
  return get(shownAsksAtom).filter(({ sessionId }) => sessionId === active);
});

/** The asks of the active session whose cards are at the end of its transcript. */
export const asksAtEndAtom = atom((get) => {
  const placed = get(placedAtom);
  return get(activeShownAsksAtom).filter(({ id }) => !placed.has(id));
});

export interface PlacedPrompt {
  readonly ask: Ask;
  /** When it appeared or changed. */
  readonly changedAt: number;
}

/** Takes over the card of a prompt: that of a call, or the one with this id. Null while there is none. */
export function usePlacedPrompt(of: { readonly call: string } | { readonly prompt: string } | null): PlacedPrompt | null {
  const call = of && 'call' in of ? of.call : null;
  const prompt = of && 'prompt' in of ? of.prompt : null;
  const found = useMemo(() => {
    const isMeant = ({ toolUseId, interaction }: Ask): boolean =>
      interaction !== null && ((call !== null && toolUseId === call) || interaction.id === prompt);
    return atom((get) => get(activeShownAsksAtom).find(isMeant) ?? null);
  }, [call, prompt]);
  const ask = useAtomValue(found);
  const place = useSetAtom(placeAtom);
  const id = ask?.id ?? null;
  // Before the frame is painted, so that the card is never seen twice.
  useLayoutEffect(() => {
    if (id === null) return;
    place(id, true);
    return () => place(id, false);
  }, [id, place]);
  const version = ask && `${ask.fingerprint}/${ask.interaction?.id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another prompt has other buttons
  const changedAt = useMemo(() => Date.now(), [version]);
  return ask && { ask, changedAt };
}
