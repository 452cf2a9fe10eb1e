import { useAtomValue } from 'jotai';
import { lazy, type ReactNode, Suspense } from 'react';
import styles from './app.module.css';
import { AskAnnouncer } from './asks/ask-announcer';
import { inboxOpenAtom } from './asks/dialog-state';
import {
  activeSessionAtom,
  approvingAllAtom,
  closingAtom,
  decisionsOpenAtom,
  newSessionOpenAtom,
  paletteOpenAtom,
  sessionCountAtom,
  settingsOpenAtom,
  shortcutHelpOpenAtom,
} from './base/app-state';
import { useShortcuts } from './palette/use-shortcuts';
import { EmptyState } from './sessions/empty-state';
import { FolderDrop } from './sessions/folder-drop';
import { TabStrip } from './sessions/tab-strip';
import { asListAtom } from './sessions/tabs-state';
import { StatusBar } from './status-bar/status-bar';
import { toastsAtom } from './toasts/show-toast';
import { PartBoundary } from './ui/part-boundary';

// The first paint does not need these, so they are loaded later.
const AskDialogHost = lazy(async () => ({ default: (await import('./asks/ask-dialog-host')).AskDialogHost }));
const Inbox = lazy(async () => ({ default: (await import('./asks/inbox')).Inbox }));
const NewSession = lazy(async () => ({ default: (await import('./sessions/new-session')).NewSession }));
const Decisions = lazy(async () => ({ default: (await import('./ledger/decisions')).Decisions }));
const SettingsDialog = lazy(async () => ({ default: (await import('./settings/settings-dialog')).SettingsDialog }));
const SessionView = lazy(async () => ({ default: (await import('./sessions/session-view')).SessionView }));
const ApproveAll = lazy(async () => ({ default: (await import('./sessions/approve-all')).ApproveAll }));
const CloseQuestion = lazy(async () => ({ default: (await import('./sessions/close-question')).CloseQuestion }));
const Palette = lazy(async () => ({ default: (await import('./palette/palette')).Palette }));
const ShortcutHelp = lazy(async () => ({ default: (await import('./palette/shortcut-help')).ShortcutHelp }));
const Toasts = lazy(async () => ({ default: (await import('./toasts/toasts')).Toasts }));

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

/** The dialogs that belong to the window as a whole. */
function FrameDialogs() {
  const palette = useAtomValue(paletteOpenAtom);
  const shortcutHelp = useAtomValue(shortcutHelpOpenAtom);
  const closing = useAtomValue(closingAtom);
  const approvingAll = useAtomValue(approvingAllAtom);
  const toasts = useAtomValue(toastsAtom);
  return (
    <>
      <Overlay name="Commands">{palette && <Palette />}</Overlay>
      <Overlay name="The list of shortcuts">{shortcutHelp && <ShortcutHelp />}</Overlay>
      <Overlay name="This question">{closing && <CloseQuestion />}</Overlay>
      <Overlay name="This question">{approvingAll && <ApproveAll key={approvingAll} id={approvingAll} />}</Overlay>
      <Overlay name="A message">{toasts.length > 0 && <Toasts />}</Overlay>
    </>
  );
}

interface OverlayProps {
  /** Its name in an error message. */
  readonly name: string;
  /** Falsy while it is closed. */
  readonly children: ReactNode;
}

/** A dialog or panel over the window. It is loaded on first use, and its failure does not affect the rest. */
function Overlay({ name, children }: OverlayProps) {
  return (
    // Reopening it after a failure tries again.
    <PartBoundary name={name} floating resetOn={Boolean(children)}>
      <Suspense>{children}</Suspense>
    </PartBoundary>
  );
}
