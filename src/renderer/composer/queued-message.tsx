import type { SessionId } from '../../shared/ids';
import type { OutgoingMessage, QueuedMessage as Queued } from '../../shared/session';
import { host } from '../host';
import { useTask } from '../task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import styles from './composer.module.css';
import { MessagePreview } from './message-preview';

interface QueuedMessageProps {
  readonly id: SessionId;
  readonly queued: Queued;
  readonly onEdit: (message: OutgoingMessage) => void;
}

/** The follow-up that waits for the turn to end. */
export function QueuedMessage({ id, queued, onEdit }: QueuedMessageProps) {
  const task = useTask();
  const edit = async (): Promise<void> => onEdit(await host.request('sessions.discardQueued', { id }));
  return (
    <>
      <div role="status" aria-label="Queued message" className={styles.waiting}>
        <MessagePreview label="Next" message={queued} />
        <div className={styles.actions}>
          <Button small look="quiet" aria-label="Edit queued message" disabled={task.busy} onClick={() => task.run(edit)}>
            Edit
          </Button>
          <Button small look="quiet" disabled={task.busy} onClick={() => task.run(() => host.request('sessions.sendQueuedNow', { id }))}>
            Send now
          </Button>
          <Button
            small
            look="quiet"
            aria-label="Discard queued message"
            disabled={task.busy}
            onClick={() => task.run(() => host.request('sessions.discardQueued', { id }))}
          >
            Discard
          </Button>
        </div>
      </div>
      <Failure text={task.failure} />
    </>
  );
}
