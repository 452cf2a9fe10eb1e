import type { SessionId } from '../../shared/ids';
import { sessionsAtom, watchedTranscriptAtom } from './app-state';
import { host } from './host';
import type { Store } from './store';

/** Makes a session the active one, and starts reading its transcript at once. */
export async function activate(store: Store, id: SessionId): Promise<void> {
  if (id === store.get(sessionsAtom)?.active) return;
  const transcript = store.get(watchedTranscriptAtom);
  void transcript?.expect(id);
  try {
    await host.request('sessions.activate', { id });
  } catch (error) {
    await transcript?.giveUp(id);
    throw error;
  }
}
