import { useAtomValue, useSetAtom } from 'jotai';
import { type SubmitEvent, useState } from 'react';
import type { SessionId } from '../../shared/ids';
import { maxMinutes } from '../../shared/limits';
import { permissionModeNames } from '../../shared/permission-mode-words';
import { approvingAllAtom, sessionsAtom, settingsAtom } from '../base/app-state';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Dialog, DialogFooter } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Field } from '../ui/field';
import { readMinutes } from './new-session-permissions';
import styles from './question.module.css';

/** Asks the person to confirm "Auto-approve all" for a session, and for how long. */
export function ApproveAll({ id }: { readonly id: SessionId }) {
  const setApproving = useSetAtom(approvingAllAtom);
  const session = useAtomValue(sessionsAtom)?.sessions.find((one) => one.id === id);
  const [text, setText] = useState(String(useAtomValue(settingsAtom)?.allMinutes ?? 30));
  const task = useTask();
  const minutes = readMinutes(text);
  const cancel = (): void => setApproving(null);
  const approve = async (chosen: number): Promise<void> => {
    await host.request('sessions.setPermissions', { id, choice: { mode: 'all', minutes: chosen } });
    cancel();
  };
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (minutes !== null) task.run(() => approve(minutes));
  };
  if (!session) return null;
  return (
    <Dialog title={`${permissionModeNames.all.name}?`} onClose={cancel}>
      <form onSubmit={onSubmit}>
        <p className={styles.warning}>
          Until the time is up, “{session.title}” runs commands and changes files without asking you. Only what is marked for a second look
          still waits for you, and a mark can be missing from what can’t be undone.
        </p>
        <div className={styles.minutes}>
          <Field label="Minutes" hint={minutes === null ? `From 1 to ${maxMinutes}.` : 'Then it asks again.'}>
            {(control) => (
              <input {...control} type="text" inputMode="numeric" value={text} onChange={(event) => setText(event.target.value)} />
            )}
          </Field>
        </div>
        <Failure text={task.failure} />
        <DialogFooter>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" look="danger" disabled={minutes === null} busy={task.busy}>
            Approve all
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
