import { useState } from 'react';
import { EscapedText } from '../base/escaped-text';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Failure } from '../ui/failure';
import styles from './ask.module.css';
import type { AskKindProps } from './ask-body';
import { ActionButton, GuardedSurface } from './guarded-surface';
import { pageAddress } from './page-address';
import { RefusePrompt } from './refuse-prompt';

interface PageAskProps extends AskKindProps {
  readonly url: string;
  readonly disabled: boolean;
  readonly isPageOpen: boolean;
  readonly onOpened: () => void;
}

/** A page that an MCP server wants the person to open. It is opened by a press, and never by itself. */
export function PageAsk({ ask, url, answering, disabled, isPageOpen, onOpened }: PageAskProps) {
  const { draft, busy, decide } = answering;
  const task = useTask();
  const address = pageAddress(url);
  const [changedAt, setChangedAt] = useState(0);
  const open = (): void =>
    task.run(async () => {
      await host.request('links.open', { url });
      setChangedAt(Date.now());
      onOpened();
    });
  return (
    <>
      <div className={styles.page}>
        <p>
          {address === null ? (
            'This is not the address of a web page, so it can’t be opened:'
          ) : (
            <>
              The page is on <strong>{address.host}</strong>
            </>
          )}
        </p>
        <p className={styles.mono}>
          <EscapedText text={url} />
        </p>
        {address !== null && address.warnings.length > 0 && (
          <ul aria-label="Look twice" className={styles.marks}>
            {address.warnings.map((words) => (
              <li key={words} className={styles.grave}>
                {words}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Failure text={task.failure ?? draft.failure} />
      {!disabled && (
        <GuardedSurface changedAt={changedAt} className={styles.contents}>
          <div className={styles.actions} data-actions="">
            {isPageOpen && (
              <ActionButton look="primary" busy={busy} onClick={() => decide({ answer: 'submit', values: {} })}>
                Done
              </ActionButton>
            )}
            <ActionButton
              look={isPageOpen ? 'plain' : 'primary'}
              disabled={address === null}
              busy={task.busy || busy}
              needsThought={address !== null && address.warnings.length > 0}
              onClick={open}
            >
              {isPageOpen ? 'Open the page again' : 'Open page'}
            </ActionButton>
            <RefusePrompt ask={ask} answering={answering} />
          </div>
        </GuardedSurface>
      )}
    </>
  );
}
