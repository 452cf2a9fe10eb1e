import { useAtomValue, useSetAtom } from 'jotai';
import mark from '../../../resources/icon/signalbox.svg';
import { appInfoAtom, newSessionOpenAtom } from '../app-state';
import { Button } from '../ui/button';
import styles from './empty-state.module.css';

/** The first thing a person sees: what this is, and the one thing to do. */
export function EmptyState() {
  const openNewSession = useSetAtom(newSessionOpenAtom);
  const mac = useAtomValue(appInfoAtom)?.platform === 'darwin';
  return (
    <div className={styles.empty}>
      <img className={styles.mark} src={mark} alt="" width="72" height="72" />
      <h1 className={styles.title}>No sessions yet</h1>
      <p className={styles.text}>
        Start Claude Code in a folder, then another beside it. Whatever a session needs from you, a permission, a question or a plan, comes
        here.
      </p>
      <Button look="primary" onClick={() => openNewSession(true)} aria-keyshortcuts={mac ? 'Meta+N' : 'Control+N'}>
        New session
      </Button>
      <p className={styles.keys}>
        <kbd>{mac ? '⌘' : 'Ctrl'}</kbd> <kbd>N</kbd>
      </p>
    </div>
  );
}
