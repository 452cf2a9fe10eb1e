import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import styles from './app.module.css';
import { activeSessionAtom, newSessionOpenAtom, sessionsAtom } from './app-state';
import { AskAnnouncer } from './asks/ask-announcer';
import { FrameDialogs } from './frame-dialogs';
import { useShortcuts } from './palette/use-shortcuts';
import { EmptyState } from './sessions/empty-state';
import { TabStrip } from './sessions/tab-strip';
import { asListAtom } from './sessions/tabs-state';
import { StatusBar } from './status-bar/status-bar';

// Not part of the first paint, so not part of what is loaded for it.
const NewSession = lazy(async () => ({ default: (await import('./sessions/new-session')).NewSession }));
const SessionView = lazy(async () => ({ default: (await import('./sessions/session-view')).SessionView }));

export function App() {
  const newSession = useAtomValue(newSessionOpenAtom);
  const list = useAtomValue(sessionsAtom);
  const session = useAtomValue(activeSessionAtom);
  const asList = useAtomValue(asListAtom);
  useShortcuts();
  return (
    <div className={`${styles.window} ${asList ? styles.beside : ''}`}>
      <TabStrip />
      <main className={styles.main}>
        <Suspense>{session && <SessionView key={session.id} session={session} />}</Suspense>
        {list?.sessions.length === 0 && <EmptyState />}
      </main>
      <StatusBar />
      <AskAnnouncer />
      <Suspense>{newSession && <NewSession />}</Suspense>
      <FrameDialogs />
    </div>
  );
}
