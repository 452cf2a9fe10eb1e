import type { SessionId } from '../../shared/ids';
import { host } from '../host';
import { useTask } from '../task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import styles from './composer.module.css';

interface OfferedMessageProps {
  readonly id: SessionId;
  readonly text: string;
  readonly onPutBack: (text: string) => void;
}

/** A message that was replaced or could not be sent: offered back, not lost. */
export function OfferedMessage({ id, text, onPutBack }: OfferedMessageProps) {
  const task = useTask();
  const take = (): Promise<unknown> => host.request('sessions.takeOffered', { id });
  return (
    <>
      <div className={styles.waiting}>
        <p className={styles.preview}>
          <span className={styles.label}>An earlier message was not sent: </span>
          {text}
        </p>
        <div className={styles.actions}>
          <Button
            small
            look="quiet"
            disabled={task.busy}
            onClick={() => {
              onPutBack(text);
              task.run(take);
            }}
          >
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
