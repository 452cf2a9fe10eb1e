import { useSetAtom } from 'jotai';
import { actions } from '../../shared/action';
import { shortcutHelpOpenAtom } from '../base/app-state';
import { Button } from '../ui/button';
import { Dialog, DialogFooter } from '../ui/dialog';
import { Keys } from './keys';
import styles from './shortcut-help.module.css';

const sections: readonly { readonly heading: string; readonly keys: readonly KeyHelp[] }[] = [
  ...Map.groupBy(actions, ({ group }) => group),
].map(([heading, members]) => ({
  heading,
  keys: members.flatMap(({ title, shortcut }) => (shortcut ? [{ title, shortcuts: [shortcut] }] : [])),
}));

/** The list of all keyboard shortcuts. */
export function ShortcutHelp() {
  const setOpen = useSetAtom(shortcutHelpOpenAtom);
  const close = (): void => setOpen(false);
  return (
    <Dialog title="Keyboard shortcuts" onClose={close}>
      <div className={styles.help}>
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

interface KeyHelp {
  readonly title: string;
  readonly shortcuts: readonly string[];
}

/** Keys without an action of their own: they work only where the focus is, or a row covers several of them. */
const keyHelp: readonly { readonly heading: string; readonly keys: readonly KeyHelp[] }[] = [
  {
    heading: 'On the tabs',
    keys: [
      { title: 'Session by its place', shortcuts: ['CmdOrCtrl+1', 'CmdOrCtrl+9'] },
      { title: 'Neighbouring session', shortcuts: ['←', '→'] },
      { title: 'First or last session', shortcuts: ['Home', 'End'] },
      { title: 'Move the session', shortcuts: ['Alt+←', 'Alt+→'] },
      { title: 'Close the session', shortcuts: ['Delete'] },
    ],
  },
  {
    heading: 'In the message',
    keys: [
      { title: 'Send', shortcuts: ['Enter'] },
      { title: 'New line', shortcuts: ['Shift+Enter'] },
    ],
  },
  {
    heading: 'In a form',
    keys: [
      { title: 'Submit', shortcuts: ['CmdOrCtrl+Enter'] },
      { title: 'Choose an option', shortcuts: ['1', '9'] },
    ],
  },
];
