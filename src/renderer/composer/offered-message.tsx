import type { SessionId } from '../../shared/ids';
import type { OfferedMessage as Offered, QueuedMessage } from '../../shared/session';
import { host } from '../host';
import { useTask } from '../task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import styles from './composer.module.css';
import { MessagePreview } from './message-preview';

interface OfferedMessageProps {
  readonly id: SessionId;
  readonly offered: QueuedMessage;
  readonly onPutBack: (message: Offered) => void;
}

/** A message that was replaced or could not be sent: offered back, not lost. */
export function OfferedMessage({ id, offered, onPutBack }: OfferedMessageProps) {
  const task = useTask();
  const take = (): Promise<Offered> => host.request('sessions.takeOffered', { id });
  return (
    <>
      <div className={styles.waiting}>
        <MessagePreview label="An earlier message was not sent" message={offered} />
        <div className={styles.actions}>
          <Button small look="quiet" disabled={task.busy} onClick={() => task.run(async () => onPutBack(await take()))}>
            Put it back
          </Button>
          <Button small look="quiet" aria-label="Discard the earlier message" disabled={task.busy} onClick={() => task.run(take)}>
            Discard
          </Button>
        </div>
      </div>
      <Failure text={task.failure} />
    </>
  );
}
