import { useSetAtom } from 'jotai';
import { permissionModeNames } from '../../shared/permission-mode-words';
import type { PermissionMode, SessionSummary } from '../../shared/session';
import { approvingAllAtom } from '../base/app-state';
import { host } from '../base/host';
import type { Task } from '../base/task';
import { clockLeft, useTimeLeft } from '../ui/time-left';
import styles from './session-view.module.css';

const modes: readonly PermissionMode[] = ['ask', 'safe', 'all'];

/** Not a mode: it turns prompts of tools on or off. */
const promptsOption = 'tool-prompts';

/** The permission mode of a session, and whether tools may ask in it. "All" needs confirmation, and shows a countdown. */
export function SessionPermissions({ session, task }: { readonly session: SessionSummary; readonly task: Task }) {
  const { id, permissions, interactive } = session;
  const left = useTimeLeft(permissions.mode === 'all' ? permissions.until : null);
  const approveAll = useSetAtom(approvingAllAtom);
  const choose = (value: string): void => {
    const mode = modes.find((one) => one === value);
    if (value === promptsOption) task.run(() => host.request('sessions.setInteractive', { id, on: !interactive }));
    else if (mode === 'all') approveAll(id);
    else if (mode) task.run(() => host.request('sessions.setPermissions', { id, choice: { mode } }));
  };
  return (
    <>
      {left !== null && (
        <span className={styles.all}>
          approves all for <span className="tabular">{clockLeft(left)}</span>
        </span>
      )}
      <select
        aria-label="Permission mode"
        value={permissions.mode}
        // Not `disabled`, which would lose the focus. A change does nothing while a task runs.
        aria-disabled={task.busy || undefined}
        onChange={(event) => choose(event.target.value)}
      >
        {modes.map((mode) => (
          <option key={mode} value={mode}>
            {permissionModeNames[mode].name}
          </option>
        ))}
        <hr />
        <option value={promptsOption}>{interactive ? 'Stop tools from asking me here' : 'Let tools ask me here'}</option>
      </select>
    </>
  );
}
