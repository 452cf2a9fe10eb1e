import type { SessionId } from '../../shared/ids';
import type { SessionTrouble } from '../../shared/session';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import styles from './session-view.module.css';

/** Why the session does not go on, and what a person can do about it. */
export function TroubleBanner({ id, trouble }: { readonly id: SessionId; readonly trouble: SessionTrouble }) {
  const task = useTask();
  return (
    <>
      <div role="alert" className={styles.trouble}>
        <p>{trouble.text}</p>
        {trouble.code === 'no-claude' && (
          <Button small busy={task.busy} onClick={() => task.run(() => host.request('claude.look'))}>
            Look again
          </Button>
        )}
        <Button small busy={task.busy} onClick={() => task.run(() => host.request('sessions.restart', { id }))}>
          Restart
        </Button>
      </div>
      <Failure text={task.failure} />
    </>
  );
}
