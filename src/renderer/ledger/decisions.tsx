import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { decisionsOpenAtom } from '../base/app-state';
import { ItemBoundary } from '../base/item-boundary';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { ScrollBox } from '../ui/scroll-box';
import { useDecisionPages } from './decision-pages';
import { DecisionRow } from './decision-row';
import styles from './decisions.module.css';

/** The record of what was decided, by whom and where. */
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
              {pages.text === '' ? 'Nothing has been decided yet. Every answer to an ask is kept here.' : 'No decision has that in it.'}
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
