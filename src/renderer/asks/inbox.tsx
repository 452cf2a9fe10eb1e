import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { asksAtom, sessionsAtom } from '../app-state';
import { Button } from '../ui/button';
import { Cross } from '../ui/cross';
import { inboxOpenAtom } from './dialog-state';
import styles from './inbox.module.css';
import { inboxButtonId } from './inbox-id';
import { InboxRow } from './inbox-row';
import { useInboxRows } from './inbox-rows';

const keys: readonly (readonly [string, string])[] = [
  ['J K', 'move'],
  ['A', 'allow once'],
  ['S', 'for this session'],
  ['D', 'deny'],
  ['E', 'edit'],
  ['Enter', 'open'],
  ['Esc', 'close'],
];

/** Everything that waits in any session, oldest first, answered by single keys. */
export function Inbox() {
  const asks = useAtomValue(asksAtom);
  const sessions = useAtomValue(sessionsAtom)?.sessions ?? [];
  const setOpen = useSetAtom(inboxOpenAtom);
  const panel = useRef<HTMLElement>(null);
  const close = (): void => {
    setOpen(false);
    document.getElementById(inboxButtonId)?.focus();
  };
  const { opened, sinceOf, onKeyDown, onToggle, onFocusRow } = useInboxRows(asks, close);
  const isEmpty = asks.length === 0;
  useEffect(() => {
    if (isEmpty) panel.current?.focus();
  }, [isEmpty]);
  return (
    <section ref={panel} aria-label="Waiting for you" tabIndex={-1} className={styles.inbox} onKeyDown={onKeyDown}>
      <header className={styles.header}>
        <h2>Waiting for you</h2>
        <Button small look="quiet" aria-label="Close the inbox" title="Close (Esc)" onClick={close}>
          <Cross />
        </Button>
      </header>
      {isEmpty ? (
        <p className={styles.nothing}>Nothing waits for you.</p>
      ) : (
        <ul className={styles.rows}>
          {asks.map((ask) => (
            <InboxRow
              key={ask.id}
              ask={ask}
              session={sessions.find(({ id }) => id === ask.sessionId)?.title ?? 'A session'}
              opened={opened === ask.id}
              since={sinceOf(ask.id)}
              onToggle={() => onToggle(ask.id)}
              onFocus={() => onFocusRow(ask.id)}
            />
          ))}
        </ul>
      )}
      <footer className={styles.keys}>
        {keys.map(([key, what]) => (
          <span key={key}>
            <kbd>{key}</kbd> {what}
          </span>
        ))}
      </footer>
    </section>
  );
}
