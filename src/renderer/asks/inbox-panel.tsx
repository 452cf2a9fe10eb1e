import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import type { AskId } from '../../shared/ids';
import { sessionsAtom } from '../base/app-state';
import { ItemBoundary } from '../base/item-boundary';
import { Button } from '../ui/button';
import { CloseIcon } from '../ui/close-icon';
import { tooLateAtom } from './answer';
import { shownAsksAtom } from './held-prompts';
import styles from './inbox.module.css';
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

interface InboxPanelProps {
  /** The inbox is alone in its window. */
  readonly whole?: boolean;
  readonly onClose: () => void;
  /** Shows an ask in the main window; only the inbox window has this. */
  readonly onShow?: (id: AskId) => void;
}

/** The pending asks of all sessions, oldest first, answered by single keys. */
export function InboxPanel({ whole = false, onClose, onShow }: InboxPanelProps) {
  const asks = useAtomValue(shownAsksAtom);
  const sessions = useAtomValue(sessionsAtom)?.sessions ?? [];
  const panel = useRef<HTMLElement>(null);
  const { opened, changedAtOf, onKeyDown, onToggle, onFocusRow } = useInboxRows(asks, panel, onClose);
  const Heading = whole ? 'h1' : 'h2';
  return (
    <section
      ref={panel}
      aria-label="Waiting for you"
      tabIndex={-1}
      className={`${styles.inbox} ${whole ? styles.whole : styles.beside}`}
      onKeyDown={onKeyDown}
    >
      <header className={styles.header}>
        <Heading>Waiting for you</Heading>
        <Button small look="quiet" aria-label="Close the inbox" title="Close (Esc)" onClick={onClose}>
          <CloseIcon />
        </Button>
      </header>
      {asks.length === 0 ? (
        <p className={styles.nothing}>Nothing waits for you.</p>
      ) : (
        <ul className={styles.rows}>
          {asks.map((ask) => (
            <ItemBoundary key={ask.id} item={ask} inList>
              <InboxRow
                ask={ask}
                session={sessions.find(({ id }) => id === ask.sessionId)?.title ?? 'A session'}
                opened={opened === ask.id}
                changedAt={changedAtOf(ask.id)}
                onToggle={() => onToggle(ask.id)}
                onFocus={() => onFocusRow(ask.id)}
                onShow={onShow}
              />
            </ItemBoundary>
          ))}
        </ul>
      )}
      <TooLate />
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

/** Enough time to read one sentence. */
const readMs = 4_000;

/** Says who answered an ask before the person did, and disappears by itself. */
function TooLate() {
  const [words, setWords] = useAtom(tooLateAtom);
  useEffect(() => {
    if (words === null) return;
    const timer = setTimeout(() => setWords(null), readMs);
    return () => clearTimeout(timer);
  }, [words, setWords]);
  return (
    <p role="status" className={styles.late}>
      {words}
    </p>
  );
}
