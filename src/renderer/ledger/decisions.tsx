import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { askedByWords } from '../../shared/asked-by';
import type { DecisionEntry } from '../../shared/ledger';
import { decisionsOpenAtom, sessionsAtom } from '../base/app-state';
import { ItemBoundary } from '../base/item-boundary';
import { useTask } from '../base/task';
import { ago, duration } from '../ui/amounts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { ScrollBox } from '../ui/scroll-box';
import { TextWithCode } from '../ui/text-with-code';
import { useDecisionPages } from './decision-pages';
import { byWords, decisionWords } from './decision-words';
import styles from './decisions.module.css';

/** The list of all decisions. */
export function Decisions() {
  const setOpen = useSetAtom(decisionsOpenAtom);
  const [search, setSearch] = useState('');
  const { pages, failure, earlier } = useDecisionPages(search.trim());
  const task = useTask();
  const empty = pages?.entries.length === 0;
  return (
    <Dialog title="Decisions" wide onClose={() => setOpen(false)}>
      <section aria-label="Decisions" className={styles.frame}>
        <div className={styles.search}>
          <input
            type="search"
            aria-label="Search decisions"
            placeholder="Search by tool, command, file or reason"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <ScrollBox name="Newest first" className={styles.list}>
          <Failure text={failure ?? task.failure} />
          {empty && (
            <p className={styles.empty} role="status">
              {pages.text === '' ? 'Nothing has been decided yet. Every answer to a request is kept here.' : 'No decision has that in it.'}
            </p>
          )}
          <ul>
            {pages?.entries.map((entry) => (
              <ItemBoundary key={entry.id} item={entry} inList>
                <DecisionRow entry={entry} />
              </ItemBoundary>
            ))}
          </ul>
          {pages?.more && (
            <Button className={styles.earlier} busy={task.busy} onClick={() => task.run(earlier)}>
              Show earlier decisions
            </Button>
          )}
        </ScrollBox>
      </section>
    </Dialog>
  );
}

/** One decision: its ask and outcome, and below them where, why and how long the ask was pending. */
function DecisionRow({ entry }: { readonly entry: DecisionEntry }) {
  const { kind, summary, sessionId, decidedAt, waitedMs, askedBy, changedByHook } = entry;
  const title = useAtomValue(sessionsAtom)?.sessions.find(({ id }) => id === sessionId)?.title ?? 'A closed session';
  const { text, look } = decisionWords(entry);
  const asked = [...(askedBy ? [askedByWords(askedBy)] : []), ...(changedByHook ? ['changed by your hook'] : [])];
  const facts = [title, ...asked, ...byWords(entry), ...(waitedMs < 100 ? [] : [`waited ${duration(waitedMs)}`])];
  return (
    <li className={styles.row}>
      <span className={`${styles.decision} ${styles[look]}`}>{text}</span>
      <span className={styles.what}>
        {kind === 'permission' ? <TextWithCode text={summary} /> : summary}
        <small>{facts.join(' · ')}</small>
      </span>
      <time dateTime={new Date(decidedAt).toISOString()} title={new Date(decidedAt).toLocaleString('en')}>
        {ago(decidedAt)}
      </time>
    </li>
  );
}
