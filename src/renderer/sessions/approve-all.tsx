import { useAtomValue, useSetAtom } from 'jotai';
import { type SubmitEvent, useState } from 'react';
import type { SessionId } from '../../shared/ids';
import { approvingAllAtom, sessionsAtom, settingsAtom } from '../base/app-state';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Dialog, DialogFooter } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Field } from '../ui/field';
import styles from './question.module.css';

/** A day is the longest. */
const mostMinutes = 24 * 60;

/** Asks whether a session may do everything for a while, and for how long. */
export function ApproveAll({ id }: { readonly id: SessionId }) {
  const setApproving = useSetAtom(approvingAllAtom);
  const session = useAtomValue(sessionsAtom)?.sessions.find((one) => one.id === id);
  const [text, setText] = useState(String(useAtomValue(settingsAtom)?.allMinutes ?? 30));
  const task = useTask();
  const minutes = Number(text);
  const good = text.trim() !== '' && minutes >= 1 && minutes <= mostMinutes;
  const cancel = (): void => setApproving(null);
  const approve = async (): Promise<void> => {
    await host.request('sessions.setPermissions', { id, choice: { mode: 'all', minutes } });
    cancel();
  };
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (good) task.run(approve);
  };
  if (!session) return null;
  return (
    <Dialog title="Auto-approve all?" onClose={cancel}>
      <form onSubmit={onSubmit}>
        <p className={styles.warning}>
          Until the time is up, “{session.title}” runs commands and changes files without asking you. Only what is marked for a second look
          still waits for you, and a mark can be missing from what can’t be undone.
        </p>
        <div className={styles.minutes}>
          <Field label="Minutes" hint={good ? `Then it asks again.` : `From 1 to ${mostMinutes}.`}>
            {(control) => (
              <input {...control} type="text" inputMode="numeric" value={text} onChange={(event) => setText(event.target.value)} />
            )}
          </Field>
        </div>
        <Failure text={task.failure} />
        <DialogFooter>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" look="danger" disabled={!good} busy={task.busy}>
            Approve all
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
