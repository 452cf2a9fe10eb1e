import type { SessionId } from '../../shared/ids';
import type { SessionSummary } from '../../shared/session';
import { closingAtom } from '../base/app-state';
import { host } from '../base/host';
import type { Store } from '../base/store';
import { showToast } from '../toasts/show-toast';

/** Whether closing would end unfinished work. */
const closingEndsWork = ({ state, waiting }: SessionSummary): boolean =>
  waiting > 0 || state === 'working' || state === 'starting' || state === 'waiting';

/** Closes a session, or asks first if that would end unfinished work. */
export async function closeSession(store: Store, session: SessionSummary): Promise<void> {
  if (closingEndsWork(session)) store.set(closingAtom, session.id);
  else await closeNow(store, session);
}

export async function closeNow(store: Store, { id, title }: SessionSummary): Promise<void> {
  await host.request('sessions.close', { id });
  showToast(store, { text: `“${title}” closed`, action: { label: 'Undo', run: () => reopenSession(id) } });
}

/** Null reopens the session that was closed last. */
export const reopenSession = (id: SessionId | null): Promise<unknown> => host.request('sessions.reopen', { id });
