import type { SessionId } from '../../shared/ids';
import type { OfferedMessage as Offered, QueuedMessage as Queued } from '../../shared/session';
import { host } from '../base/host';
import { type Task, useTask } from '../base/task';
import { counted } from '../ui/amounts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import styles from './composer.module.css';

interface WaitingMessageProps {
  readonly id: SessionId;
  readonly message: Queued;
  /** Puts the message back into the field. */
  readonly onEdit: (message: Offered) => void;
  /** Called when the message was sent or discarded and the focused button disappears. */
  readonly onGone: () => void;
}

/** The follow-up message that waits for the turn to end. */
export function QueuedMessage({ id, message, onEdit, onGone }: WaitingMessageProps) {
  const task = useTask();
  const edit = async (): Promise<void> => onEdit(await host.request('sessions.discardQueued', { id }));
  const end = async (name: 'sessions.sendQueuedNow' | 'sessions.discardQueued'): Promise<void> => {
    await host.request(name, { id });
    onGone();
  };
  return (
    <>
      <div role="status" aria-label="Queued message" className={styles.waiting}>
        <Preview label="Next" message={message} />
        <div className={styles.actions}>
          <Action task={task} name="Edit queued message" run={edit}>
            Edit
          </Action>
          <Action task={task} run={() => end('sessions.sendQueuedNow')}>
            Send now
          </Action>
          <Action task={task} name="Discard queued message" run={() => end('sessions.discardQueued')}>
            Discard
          </Action>
        </div>
      </div>
      <Failure text={task.failure} />
    </>
  );
}

/** A message that was replaced or could not be sent, with buttons to put it back or discard it. */
export function OfferedMessage({ id, message, onEdit, onGone }: WaitingMessageProps) {
  const task = useTask();
  const take = (): Promise<Offered> => host.request('sessions.takeOffered', { id });
  const discard = async (): Promise<void> => {
    await take();
    onGone();
  };
  return (
    <>
      <div className={styles.waiting}>
        <Preview label="An earlier message was not sent" message={message} />
        <div className={styles.actions}>
          <Action task={task} run={async () => onEdit(await take())}>
            Put it back
          </Action>
          <Action task={task} name="Discard the earlier message" run={discard}>
            Discard
          </Action>
        </div>
      </div>
      <Failure text={task.failure} />
    </>
  );
}

function Preview({ label, message: { text, images } }: { readonly label: string; readonly message: Queued }) {
  return (
    <p className={styles.preview}>
      <span className={styles.label}>{label}: </span>
      {text}
      {images > 0 && ` (${counted(images, 'picture')})`}
    </p>
  );
}

interface ActionProps {
  readonly task: Task;
  /** The accessible name, if it differs from the text. */
  readonly name?: string;
  readonly run: () => Promise<void>;
  readonly children: string;
}

function Action({ task, name, run, children }: ActionProps) {
  return (
    <Button small look="quiet" aria-label={name} busy={task.busy} onClick={() => task.run(run)}>
      {children}
    </Button>
  );
}
