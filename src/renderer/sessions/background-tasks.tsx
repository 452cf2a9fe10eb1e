import type { SessionId } from '../../shared/ids';
import type { BackgroundTask } from '../../shared/session';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import styles from './background-tasks.module.css';

const kindWords: Readonly<Record<BackgroundTask['kind'], string>> = { agent: 'Subagent', command: 'Command', other: 'Other' };

/** The subagents and commands that go on beside the conversation, also after an interrupt, each with a way to stop it. */
export function BackgroundTasks({ id, tasks }: { readonly id: SessionId; readonly tasks: readonly BackgroundTask[] }) {
  const stopping = useTask();
  return (
    <details className={styles.tasks}>
      <summary>Background tasks ({tasks.length})</summary>
      <ul className={styles.list}>
        {tasks.map(({ id: taskId, kind, description }) => (
          <li key={taskId} className={styles.task}>
            <span className={styles.kind}>{kindWords[kind]}</span>
            <span className={styles.description}>{description || taskId}</span>
            <Button
              small
              look="quiet"
              aria-label={`Stop ${description || taskId}`}
              busy={stopping.busy}
              onClick={() => stopping.run(() => host.request('sessions.stopTask', { id, taskId }))}
            >
              Stop
            </Button>
          </li>
        ))}
      </ul>
      <Failure text={stopping.failure} />
    </details>
  );
}
