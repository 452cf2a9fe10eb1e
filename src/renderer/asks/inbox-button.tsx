import { useAtom, useAtomValue } from 'jotai';
import { shortcutOf } from '../../shared/action';
import { asksAtom, isMacAtom } from '../base/app-state';
import { ariaKeys, keyText } from '../base/shortcut';
import { inboxOpenAtom } from './dialog-state';
import styles from './inbox-button.module.css';

/** The inbox returns the focus here when it closes. */
export const inboxButtonId = 'inbox-button';

/** Shows how many asks are pending in all sessions, and opens the inbox. */
export function InboxButton() {
  const { length } = useAtomValue(asksAtom);
  const mac = useAtomValue(isMacAtom);
  const [open, setOpen] = useAtom(inboxOpenAtom);
  return (
    <button
      id={inboxButtonId}
      type="button"
      aria-expanded={open}
      title={`Everything that waits for you (${keyText(shortcutOf('inbox'), mac)})`}
      aria-keyshortcuts={ariaKeys(shortcutOf('inbox'), mac)}
      className={length > 0 ? styles.waiting : styles.empty}
      onClick={() => setOpen(!open)}
    >
      Waiting ({length})
    </button>
  );
}
