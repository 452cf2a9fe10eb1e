import { useSetAtom } from 'jotai';
import { actions } from '../../shared/action';
import { shortcutSheetOpenAtom } from '../base/app-state';
import { Button } from '../ui/button';
import { Dialog, DialogFooter } from '../ui/dialog';
import { type KeyHelp, keyHelp } from './key-help';
import { Keys } from './keys';
import styles from './shortcut-sheet.module.css';

const sections: readonly { readonly heading: string; readonly keys: readonly KeyHelp[] }[] = [
  ...Map.groupBy(actions, ({ group }) => group),
].map(([heading, members]) => ({
  heading,
  keys: members.flatMap(({ title, shortcut }) => (shortcut ? [{ title, shortcuts: [shortcut] }] : [])),
}));

/** Every key the window knows. */
export function ShortcutSheet() {
  const setOpen = useSetAtom(shortcutSheetOpenAtom);
  const close = (): void => setOpen(false);
  return (
    <Dialog title="Keyboard shortcuts" onClose={close}>
      <div className={styles.sheet}>
        {[...sections, ...keyHelp].map(({ heading, keys }) => (
          <section key={heading} aria-label={heading}>
            <h2 className={styles.heading}>{heading}</h2>
            <dl className={styles.keys}>
              {keys.map(({ title, shortcuts }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>
                    {shortcuts.map((shortcut) => (
                      <Keys key={shortcut} shortcut={shortcut} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <DialogFooter>
        <Button onClick={close}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}
