import type { EventName, Payload } from '../shared/contract';
import { forgetChangedAtom, keepAnswersAtom } from './asks/answer-draft';
import { asksAtom, settingsAtom } from './base/app-state';
import { host } from './base/host';
import type { Store } from './base/store';
import { withKept } from './kept-values';

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
