import { useAtom, useAtomValue, useStore } from 'jotai';
import { useRef } from 'react';
import type { SessionSummary } from '../../shared/session';
import { closingAtom, sessionsAtom } from '../base/app-state';
import { composerId } from '../base/composer-id';
import { useTask } from '../base/task';
import { counted } from '../ui/amounts';
import { Button } from '../ui/button';
import { Dialog, DialogFooter } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { closeNow } from './close-session';
import styles from './question.module.css';

/** Asks before it closes a session that has not finished. */
export function CloseQuestion() {
  const store = useStore();
  const [closing, setClosing] = useAtom(closingAtom);
  const session = useAtomValue(sessionsAtom)?.sessions.find(({ id }) => id === closing);
  const closed = useRef(false);
  const task = useTask();
  if (!session) return null;
  const cancel = (): void => setClosing(null);
  const close = async (): Promise<void> => {
    // The session may be gone before the reply arrives.
    closed.current = true;
    await closeNow(store, session);
    cancel();
  };
  return (
    <Dialog
      title={`Close “${session.title}”?`}
      onClose={cancel}
      focusNext={() => (closed.current ? document.getElementById(composerId) : null)}
    >
      <p className={styles.text}>{describeLoss(session)} You can reopen the session; the conversation goes on from there.</p>
      <Failure text={task.failure} />
      <DialogFooter>
        <Button onClick={cancel}>Cancel</Button>
        <Button look="danger" busy={task.busy} onClick={() => task.run(close)}>
          Close session
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function describeLoss({ state, waiting }: SessionSummary): string {
  if (waiting > 0) return `${counted(waiting, 'request')} will go unanswered, and Claude’s turn ends.`;
  return state === 'starting' ? 'It is still starting.' : 'Claude is working, and will be stopped.';
}
