import * as Radix from '@radix-ui/react-dialog';
import { Command } from 'cmdk';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type KeyboardEvent, useRef } from 'react';
import { type Action, type ActionGroup, type ActionId, actions, shortcutOf } from '../../shared/action';
import { folderName, sessionStateWords } from '../../shared/session-words';
import { activate } from '../base/activate-session';
import { isMacAtom, paletteOpenAtom } from '../base/app-state';
import { isShortcut } from '../base/shortcut';
import { StateMark } from '../sessions/state-mark';
import { sessionsShownAtom } from '../sessions/tabs-state';
import { attempt } from '../toasts/show-toast';
import { useRestoreFocus } from '../ui/restore-focus';
import { handlers } from './actions';
import { Keys } from './keys';
import { nameFilter } from './name-filter';
import styles from './palette.module.css';

/** The groups below the sessions, in order. */
const groups: readonly ActionGroup[] = ['This session', 'Sessions', 'View', 'Help'];

/** The command palette: finds every action and every session by name. */
export function Palette() {
  const store = useStore();
  const setOpen = useSetAtom(paletteOpenAtom);
  const sessions = useAtomValue(sessionsShownAtom);
  const mac = useAtomValue(isMacAtom);
  /** Runs after the palette has closed and the focus is back, because an action may depend on the focus. */
  const chosen = useRef<(() => unknown) | null>(null);
  const restoreFocus = useRestoreFocus();
  const close = (): void => setOpen(false);
  const choose = (work: () => unknown): void => {
    chosen.current = work;
    close();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (!isShortcut(event.nativeEvent, shortcutOf('commands'), mac)) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  const onCloseAutoFocus = (event: Event): void => {
    event.preventDefault();
    restoreFocus();
    if (chosen.current) void attempt(store, chosen.current);
  };
  const usable = actions.filter(({ id }) => id !== 'commands' && handlers[id].enabled?.(store.get) !== false);
  return (
    <Radix.Root open onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content className={styles.content} aria-describedby={undefined} onCloseAutoFocus={onCloseAutoFocus} onKeyDownCapture={onKey}>
          <Radix.Title className="visually-hidden">Commands</Radix.Title>
          <Command label="Commands" filter={nameFilter} loop vimBindings={false}>
            <Command.Input className={styles.input} placeholder="What do you want to do?" />
            <Command.List className={styles.list} label="Commands">
              <Command.Empty className={styles.empty}>Nothing has this name.</Command.Empty>
              {sessions.length > 0 && (
                <Command.Group heading="Go to" className={styles.group}>
                  {sessions.map(({ id, title, state, folder, demo }) => (
                    <Command.Item
                      key={id}
                      value={id}
                      keywords={[title, ...(demo ? [] : [folderName(folder)])]}
                      className={styles.item}
                      onSelect={() => choose(() => activate(store, id))}
                    >
                      <StateMark state={state} />
                      <span className={styles.title}>{title}</span>
                      <span className={styles.aside}>{sessionStateWords[state]}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              {groups.map((group) => (
                <ActionItems key={group} heading={group} actions={usable.filter((action) => action.group === group)} onChoose={choose} />
              ))}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ActionItemsProps {
  readonly heading: string;
  readonly actions: readonly (Action & { readonly id: ActionId })[];
  readonly onChoose: (work: () => unknown) => void;
}

function ActionItems({ heading, actions: shown, onChoose }: ActionItemsProps) {
  const store = useStore();
  if (shown.length === 0) return null;
  return (
    <Command.Group heading={heading} className={styles.group}>
      {shown.map(({ id, title, also = [], shortcut }) => (
        <Command.Item
          key={id}
          value={id}
          keywords={[title, ...also]}
          className={styles.item}
          onSelect={() => onChoose(() => handlers[id].run(store))}
        >
          <span className={styles.title}>{title}</span>
          {handlers[id].checked?.(store.get) && <span className={styles.aside}>on</span>}
          {shortcut && <Keys shortcut={shortcut} />}
        </Command.Item>
      ))}
    </Command.Group>
  );
}
