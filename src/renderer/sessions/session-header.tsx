import { useAtom, useAtomValue } from 'jotai';
import type { ContextUse, SessionSummary } from '../../shared/session';
import { folderName, sessionStateWords } from '../../shared/session-words';
import { claudeAtom, renamingAtom } from '../base/app-state';
import { host } from '../base/host';
import { type Task, useTask } from '../base/task';
import { terminalHandoffAtom } from '../terminal/session-terminals';
import { count, shortCount } from '../ui/amounts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { SecondsUntil } from '../ui/seconds-until';
import meterStyles from './context-meter.module.css';
import { RenameSession } from './rename-session';
import { SessionPermissions } from './session-permissions';
import styles from './session-view.module.css';
import { SessionViewTabs } from './session-view-tabs';
import { StateMark } from './state-mark';

export function SessionHeader({ session }: { readonly session: SessionSummary }) {
  const { id, title, folder, state, mode, demo, trusted, interactive, retry, context } = session;
  const [renaming, setRenaming] = useAtom(renamingAtom);
  const terminal = useAtomValue(terminalHandoffAtom)(id);
  const task = useTask();
  return (
    <div className={styles.head}>
      <div className={styles.header}>
        <div className={styles.about}>
          {renaming === id ? (
            <RenameSession id={id} title={title} onDone={() => setRenaming(null)} />
          ) : (
            <h1 className={styles.title} title={`${title} (double-click to rename)`} onDoubleClick={() => setRenaming(id)}>
              {title}
            </h1>
          )}
          {demo ? (
            <span className={`${styles.badge} ${styles.spared}`} title={folder}>
              demo agent
            </span>
          ) : (
            <span className={`${styles.folder} ${styles.spared}`} title={folder}>
              {folderName(folder)}
            </span>
          )}
          {/* Hidden first when space is short, because the pressed button says it too. */}
          {mode === 'plan' && <span className={`${styles.badge} ${styles.spared}`}>plan</span>}
          {mode === 'acceptEdits' && <span className={styles.badge}>accepts edits</span>}
          {!trusted && !demo && (
            <span className={styles.badge} title="It started with only your own settings: this folder’s hooks and MCP servers do not run.">
              folder not trusted
            </span>
          )}
          <span className={styles.state} data-state={state}>
            <StateMark state={state} />
            {sessionStateWords[state]}
          </span>
          {retry && (
            <span className={styles.retry} title={retry.error}>
              {retry.status === null ? 'No answer' : `API error ${retry.status}`}, trying again <SecondsUntil at={retry.at} /> (
              {retry.attempt} of {retry.max})
            </span>
          )}
          {terminal && <span className={styles.badge}>in terminal {terminal.number}</span>}
          {context && (
            // Hidden first when space is short: without the maximum the number says little.
            <span className={`${styles.context} ${context.max === null ? styles.spared : ''}`}>
              <ContextMeter context={context} />
            </span>
          )}
          {!interactive && (
            <span className={`${styles.badge} ${styles.spared}`} title="What tools ask in this session can be read, but not answered.">
              tools can’t ask
            </span>
          )}
        </div>
        <SessionViewTabs id={id} />
        <SessionActions session={session} task={task} />
      </div>
      <div className={styles.failure}>
        <Failure text={task.failure} />
      </div>
    </div>
  );
}

function SessionActions({ session, task }: { readonly session: SessionSummary; readonly task: Task }) {
  const { id, model, mode, pid, trouble } = session;
  const { models } = useAtomValue(claudeAtom);
  const planning = mode === 'plan';
  const listed = model === null || models.some(({ value }) => value === model);
  return (
    <div className={styles.actions}>
      <SessionPermissions session={session} task={task} />
      <select
        aria-label="Session model"
        value={model ?? ''}
        // Not `disabled`, which would lose the focus. A change does nothing while a task runs.
        aria-disabled={task.busy || undefined}
        onChange={(event) => task.run(() => host.request('sessions.setModel', { id, model: event.target.value }))}
      >
        {model === null && <option value="">Default model</option>}
        {!listed && <option value={model}>{model}</option>}
        {models.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <Button
        small
        look="quiet"
        aria-pressed={planning}
        busy={task.busy}
        onClick={() => task.run(() => host.request('sessions.setPlanMode', { id, on: !planning }))}
      >
        Plan mode
      </Button>
      <Button small look="quiet" busy={task.busy} onClick={() => task.run(() => host.request('sessions.fork', { id }))}>
        Fork
      </Button>
      {/* If there is trouble, the banner has this button. */}
      {!trouble && (
        <Button small look="quiet" busy={task.busy} onClick={() => task.run(() => host.request('sessions.restart', { id }))}>
          Restart
        </Button>
      )}
      {/* `busy` and not `disabled`, because pressing it ends the run and must not lose the focus. */}
      <Button small look="quiet" busy={task.busy || pid === null} onClick={() => task.run(() => host.request('sessions.stop', { id }))}>
        Stop
      </Button>
    </div>
  );
}

/** Above this share, Claude will soon compact the conversation. */
const nearlyFull = 0.8;

/** How much of the model's context window is used, or only the tokens if its size is not known. */
function ContextMeter({ context: { used, max } }: { readonly context: ContextUse }) {
  if (max === null) {
    return (
      <span className={meterStyles.meter} title={`Context used: ${count(used)} tokens`}>
        {shortCount(used)} tokens
      </span>
    );
  }
  const share = Math.min(1, used / max);
  const words = `Context used: ${count(used)} of ${count(max)} tokens`;
  return (
    <span className={meterStyles.meter} title={words} data-full={share >= nearlyFull || undefined}>
      <meter className={meterStyles.bar} aria-label="Context used" aria-valuetext={words} min={0} max={1} value={share} />
      <span className="tabular" aria-hidden="true">
        {Math.round(share * 100)}%
      </span>
    </span>
  );
}
