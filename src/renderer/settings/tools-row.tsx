import { useState } from 'react';
import type { ToolSummary } from '../../shared/tool-summary';
import { host } from '../base/host';
import { catchFailure, useTask } from '../base/task';
import { counted } from '../ui/amounts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { ScrollBox } from '../ui/scroll-box';
import { useShown } from './save';
import styles from './tools.module.css';

const stateWords: Readonly<Record<ToolSummary['state'], string>> = { ready: 'Ready', loading: 'Loading…', failed: 'Failed', off: 'Off' };

/** One tool: what it is and how it is. A tool from a folder can be reloaded and turned off. */
export function ToolRow({ tool }: { readonly tool: ToolSummary }) {
  const { id, name, title, description, source, state, error, log } = tool;
  return (
    <li className={styles.tool}>
      <div className={styles.head}>
        <div className={styles.names}>
          <strong className={styles.title}>{title}</strong>
          {name !== title && <code className={styles.name}>{name}</code>}
          {source.kind === 'folder' && <span className={`${styles.state} ${styles[state]}`}>{stateWords[state]}</span>}
        </div>
        {source.kind === 'folder' && <FolderControls id={id} title={title} isOn={state !== 'off'} />}
      </div>
      {description !== '' && (
        <p className={styles.description} title={description}>
          {description}
        </p>
      )}
      {source.kind === 'folder' && <code className={styles.folder}>{source.folder}</code>}
      {error !== null && <p className={styles.error}>{error}</p>}
      {log.length > 0 && (
        <details className={styles.log}>
          <summary>Log ({counted(log.length, 'line')})</summary>
          <ScrollBox name={`Log of ${title}`} className={styles.lines}>
            {log.join('\n')}
          </ScrollBox>
        </details>
      )}
    </li>
  );
}

function FolderControls({ id, title, isOn }: { readonly id: ToolSummary['id']; readonly title: string; readonly isOn: boolean }) {
  const reload = useTask();
  const [failure, setFailure] = useState<string | null>(null);
  const { shown, choose } = useShown(isOn, async (enabled) => {
    const failed = await catchFailure(() => host.request('tools.setEnabled', { id, enabled }));
    setFailure(failed?.message ?? null);
    return failed === null;
  });
  return (
    <>
      <span className={styles.controls}>
        <Button
          small
          look="quiet"
          aria-label={`Reload ${title}`}
          disabled={!shown}
          busy={reload.busy}
          onClick={() => reload.run(() => host.request('tools.reload', { id }))}
        >
          Reload
        </Button>
        <input type="checkbox" aria-label={`Offer ${title} to Claude`} checked={shown} onChange={(event) => choose(event.target.checked)} />
      </span>
      <Failure text={reload.failure ?? failure} />
    </>
  );
}
