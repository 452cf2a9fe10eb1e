import type { SessionId } from '../../shared/ids';
import type { OfferedMessage as Offered, QueuedMessage } from '../../shared/session';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import styles from './composer.module.css';
import { MessagePreview } from './message-preview';

interface OfferedMessageProps {
  readonly id: SessionId;
  readonly offered: QueuedMessage;
  readonly onPutBack: (message: Offered) => void;
  /** The button that had the focus is gone. */
  readonly onDiscarded: () => void;
}

/** A message that was replaced or could not be sent: offered back, not lost. */
export function OfferedMessage({ id, offered, onPutBack, onDiscarded }: OfferedMessageProps) {
  const task = useTask();
  const take = (): Promise<Offered> => host.request('sessions.takeOffered', { id });
  const discard = async (): Promise<void> => {
    await take();
    onDiscarded();
  };
  return (
    <>
      <div className={styles.waiting}>
        <MessagePreview label="An earlier message was not sent" message={offered} />
        <div className={styles.actions}>
          <Button small look="quiet" busy={task.busy} onClick={() => task.run(async () => onPutBack(await take()))}>
            Put it back
          </Button>
          <Button small look="quiet" aria-label="Discard the earlier message" busy={task.busy} onClick={() => task.run(discard)}>
            Discard
          </Button>
        </div>
      </div>
      <Failure text={task.failure} />
    </>
  );
}
