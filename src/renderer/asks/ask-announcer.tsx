import { useAtomValue } from 'jotai';
import { asksAtom, sessionsAtom } from '../app-state';

/** Says politely, to those who hear the window, what the newest ask of any session is. */
export function AskAnnouncer() {
  const newest = useAtomValue(asksAtom).at(-1);
  const session = useAtomValue(sessionsAtom)?.sessions.find(({ id }) => id === newest?.sessionId);
  return (
    <div className="unseen" aria-live="polite">
      {newest && `${session?.title ?? 'A session'} is waiting for you: ${newest.summary}`}
    </div>
  );
}
