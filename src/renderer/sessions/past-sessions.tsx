import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../shared/errors';
import type { PastSessionSummary } from '../../shared/session';
import { host } from '../base/host';
import { ago, counted } from '../ui/amounts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import styles from './new-session.module.css';

interface PastSessionsProps {
  readonly folder: string;
  readonly busy: boolean;
  readonly onOpen: (past: PastSessionSummary, fork: boolean) => void;
}

/** The past sessions of Claude Code in a folder. They are read when opened, because a folder may have thousands. */
export function PastSessions({ folder, busy, onOpen }: PastSessionsProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.past} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Continue an earlier session in this folder</summary>
      {open && <PastList folder={folder} busy={busy} onOpen={onOpen} />}
    </details>
  );
}

function PastList({ folder, busy, onOpen }: PastSessionsProps) {
  const [sessions, setSessions] = useState<readonly PastSessionSummary[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (sessions) list.current?.closest('details')?.scrollIntoView({ block: 'end' });
  }, [sessions]);
  useEffect(() => {
    let current = true;
    setSessions(null);
    setFailure(null);
    host.request('past.list', { folder }).then(
      (found) => current && setSessions(found),
      (error: unknown) => current && setFailure(messageOf(error)),
    );
    return () => {
      current = false;
    };
  }, [folder]);

  if (failure !== null) return <Failure text={failure} />;
  if (!sessions) return <p className={styles.aside}>Reading…</p>;
  if (sessions.length === 0) return <p className={styles.aside}>Claude Code remembers none here.</p>;
  return (
    <>
      <p className={styles.aside}>
        Open makes a copy and leaves the original as it is. Continue the same session only if nothing else uses it: two at once lose what
        one of them said.
      </p>
      <ul ref={list} className={styles.pastList}>
        {sessions.map((past) => (
          <li key={past.cliSessionId}>
            <div className={styles.pastText}>
              <strong>{past.title}</strong>
              <span>
                {ago(past.lastUsedAt)}
                {past.messages !== null && `, ${counted(past.messages, 'message')}`}
              </span>
              {past.firstPrompt !== null && past.firstPrompt !== past.title && <span>{past.firstPrompt}</span>}
            </div>
            <Button small busy={busy} aria-label={`Open ${past.title}`} onClick={() => onOpen(past, true)}>
              Open
            </Button>
            <Button
              small
              look="quiet"
              busy={busy}
              aria-label={`Continue the same session: ${past.title}`}
              onClick={() => onOpen(past, false)}
            >
              Continue the same session
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
