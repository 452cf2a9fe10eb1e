import type { SessionId } from '../../shared/ids';
import type { OutgoingMessage, QueuedMessage as Queued } from '../../shared/session';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import styles from './composer.module.css';
import { MessagePreview } from './message-preview';

interface QueuedMessageProps {
  readonly id: SessionId;
  readonly queued: Queued;
  readonly onEdit: (message: OutgoingMessage) => void;
  /** It was sent or discarded, and the button that had the focus goes with it. */
  readonly onGone: () => void;
}

/** The follow-up that waits for the turn to end. */
export function QueuedMessage({ id, queued, onEdit, onGone }: QueuedMessageProps) {
  const task = useTask();
  const edit = async (): Promise<void> => onEdit(await host.request('sessions.discardQueued', { id }));
  const leave = async (name: 'sessions.sendQueuedNow' | 'sessions.discardQueued'): Promise<void> => {
    await host.request(name, { id });
    onGone();
  };
  return (
    <>
      <div role="status" aria-label="Queued message" className={styles.waiting}>
        <MessagePreview label="Next" message={queued} />
        <div className={styles.actions}>
          <Button small look="quiet" aria-label="Edit queued message" busy={task.busy} onClick={() => task.run(edit)}>
            Edit
          </Button>
          <Button small look="quiet" busy={task.busy} onClick={() => task.run(() => leave('sessions.sendQueuedNow'))}>
            Send now
          </Button>
          <Button
            small
            look="quiet"
            aria-label="Discard queued message"
            busy={task.busy}
            onClick={() => task.run(() => leave('sessions.discardQueued'))}
          >
            Discard
          </Button>
        </div>
      </div>
      <Failure text={task.failure} />
    </>
  );
}
