import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import styles from './app.module.css';
import { AskAnnouncer } from './asks/ask-announcer';
import { inboxOpenAtom } from './asks/dialog-state';
import { activeSessionAtom, decisionsOpenAtom, newSessionOpenAtom, sessionCountAtom, settingsOpenAtom } from './base/app-state';
import { FrameDialogs } from './frame-dialogs';
import { Overlay } from './overlay';
import { useShortcuts } from './palette/use-shortcuts';
import { EmptyState } from './sessions/empty-state';
import { FolderDrop } from './sessions/folder-drop';
import { TabStrip } from './sessions/tab-strip';
import { asListAtom } from './sessions/tabs-state';
import { StatusBar } from './status-bar/status-bar';
import { PartBoundary } from './ui/part-boundary';

// The first paint does not need these, so they are loaded later.
const AskDialogHost = lazy(async () => ({ default: (await import('./asks/ask-dialog-host')).AskDialogHost }));
const Inbox = lazy(async () => ({ default: (await import('./asks/inbox')).Inbox }));
const NewSession = lazy(async () => ({ default: (await import('./sessions/new-session')).NewSession }));
const Decisions = lazy(async () => ({ default: (await import('./ledger/decisions')).Decisions }));
const SettingsDialog = lazy(async () => ({ default: (await import('./settings/settings-dialog')).SettingsDialog }));
const SessionView = lazy(async () => ({ default: (await import('./sessions/session-view')).SessionView }));

/** A separate component, because it renders on every ask and the rest of the window does not. */
function ActiveSession() {
  const session = useAtomValue(activeSessionAtom);
  return (
    <PartBoundary name="This session" resetOn={session?.id}>
      <Suspense>{session && <SessionView key={session.id} session={session} />}</Suspense>
    </PartBoundary>
  );
}

export function App() {
  const newSession = useAtomValue(newSessionOpenAtom);
  const decisions = useAtomValue(decisionsOpenAtom);
  const settings = useAtomValue(settingsOpenAtom);
  const sessions = useAtomValue(sessionCountAtom);
  const asList = useAtomValue(asListAtom);
  useShortcuts();
  const inbox = useAtomValue(inboxOpenAtom);
  return (
    <div className={`${styles.window} ${asList ? styles.beside : ''}`}>
      <PartBoundary name="The list of sessions">
        <TabStrip />
      </PartBoundary>
      <main className={styles.main}>
        <ActiveSession />
        {sessions === 0 && <EmptyState />}
      </main>
      <PartBoundary name="The status bar">
        <StatusBar />
      </PartBoundary>
      <AskAnnouncer />
      <FolderDrop />
      <Overlay name="The inbox">{inbox && <Inbox />}</Overlay>
      <Overlay name="This request">{sessions !== null && sessions > 0 && <AskDialogHost />}</Overlay>
      <Overlay name="New session">{newSession && <NewSession />}</Overlay>
      <Overlay name="The list of decisions">{decisions && <Decisions />}</Overlay>
      <Overlay name="Settings">{settings && <SettingsDialog section={settings} />}</Overlay>
      <FrameDialogs />
    </div>
  );
}
