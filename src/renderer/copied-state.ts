import type { EventName, Payload } from '../shared/contract';
import { pruneAnswersAtom, resetChangedAnswersAtom } from './asks/answer-draft';
import { pruneFormsAtom } from './asks/form-edits';
import { shownAsksAtom } from './asks/held-prompts';
import { asksAtom, settingsAtom } from './base/app-state';
import { host } from './base/host';
import type { Store } from './base/store';
import { reuseUnchanged } from './reuse-unchanged';

/** Subscribes before it reads, so that no change is missed. An event that arrives before the reply is at least as new, so it wins. */
export async function copy<N extends EventName>(name: N, read: () => Promise<Payload<N>>, set: (value: Payload<N>) => void): Promise<void> {
  let hasEvent = false;
  host.on(name, (value) => {
    hasEvent = true;
    set(value);
  });
  const initial = await read();
  if (!hasEvent) set(initial);
}

export const copyAsks = (store: Store): Promise<void> =>
  copy(
    'asks.changed',
    () => host.request('asks.list'),
    (asks) => {
      const fingerprints = new Map(store.get(asksAtom).map((ask) => [ask.id, ask.fingerprint]));
      store.set(
        resetChangedAnswersAtom,
        asks.filter((ask) => (fingerprints.get(ask.id) ?? ask.fingerprint) !== ask.fingerprint).map(({ id }) => id),
      );
      store.set(asksAtom, (before) => reuseUnchanged(before, asks));
      store.set(pruneAnswersAtom, new Set(asks.map(({ id }) => id)));
      store.set(pruneFormsAtom, new Set(store.get(shownAsksAtom).map(({ id }) => id)));
    },
  );

export const copySettings = (store: Store): Promise<void> =>
  copy(
    'settings.changed',
    () => host.request('settings.get'),
    (settings) => store.set(settingsAtom, settings),
  );
