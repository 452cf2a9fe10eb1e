import { useAtom, useAtomValue } from 'jotai';
import { asksAtom, isMacAtom } from '../base/app-state';
import { inboxOpenAtom } from './dialog-state';
import styles from './inbox-button.module.css';

/** Where the focus goes when the inbox is closed. */
export const inboxButtonId = 'inbox-button';

/** How much waits in all sessions, and the way to it. */
export function InboxButton() {
  const { length } = useAtomValue(asksAtom);
  const mac = useAtomValue(isMacAtom);
  const [open, setOpen] = useAtom(inboxOpenAtom);
  return (
    <button
      id={inboxButtonId}
      type="button"
      aria-expanded={open}
      title={`Everything that waits for you (${mac ? '⌘' : 'Ctrl '}I)`}
      aria-keyshortcuts={mac ? 'Meta+I' : 'Control+I'}
      className={length > 0 ? styles.waiting : styles.empty}
      onClick={() => setOpen(!open)}
    >
      Waiting ({length})
    </button>
  );
}
