import type { EventName, Payload } from '../shared/contract';
import { asksAtom, settingsAtom } from './app-state';
import { forgetChangedAtom, keepAnswersAtom } from './asks/answer-draft';
import { host } from './host';
import { withKept } from './kept-values';
import type { Store } from './store';

/** Listens first, then asks, so that nothing falls between. What was told in the meantime is at least as new as the answer. */
export async function copy<N extends EventName>(name: N, ask: () => Promise<Payload<N>>, take: (value: Payload<N>) => void): Promise<void> {
  let told = false;
  host.on(name, (value) => {
    told = true;
    take(value);
  });
  const answer = await ask();
  if (!told) take(answer);
}

export const copyAsks = (store: Store): Promise<void> =>
  copy(
    'asks.changed',
    () => host.request('asks.list'),
    (asks) => {
      const fingerprints = new Map(store.get(asksAtom).map((ask) => [ask.id, ask.fingerprint]));
      store.set(
        forgetChangedAtom,
        asks.filter((ask) => (fingerprints.get(ask.id) ?? ask.fingerprint) !== ask.fingerprint).map(({ id }) => id),
      );
      store.set(asksAtom, (before) => withKept(before, asks));
      store.set(keepAnswersAtom, new Set(asks.map(({ id }) => id)));
    },
  );

export const copySettings = (store: Store): Promise<void> =>
  copy(
    'settings.changed',
    () => host.request('settings.get'),
    (settings) => store.set(settingsAtom, settings),
  );
