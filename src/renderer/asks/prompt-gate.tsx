import { atom } from 'jotai';
import type { Ask } from '../../shared/ask';
import { isOver } from '../../shared/interaction';
import { sessionsAtom, settingsAtom } from '../base/app-state';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Failure } from '../ui/failure';
import type { Answering } from './answer';
import styles from './ask.module.css';
import { ActionButton } from './guarded-surface';

/** Why a prompt takes no answer here: its tool ended, or the person turned interactive tools off. */
type Gate = 'over' | 'window-off' | 'session-off';

/** Returns why a prompt can't be answered; null if it can. */
export const promptGateAtom = atom((get) => {
  const isWindowOff = get(settingsAtom)?.interactive === false;
  const sessions = get(sessionsAtom)?.sessions ?? [];
  return ({ interaction, note, sessionId }: Ask): Gate | null => {
    if (interaction === null) return null;
    if (isOver(interaction, note)) return 'over';
    if (isWindowOff) return 'window-off';
    return sessions.find(({ id }) => id === sessionId)?.interactive === false ? 'session-off' : null;
  };
});

/** Says why a prompt takes no answer. */
export function GateLine({ gate }: { readonly gate: Gate | null }) {
  if (gate === null) return null;
  return (
    <p className={styles.note}>
      {gate === 'over' ? 'Signalbox restarted, so this tool can’t go on from here.' : 'Interactive mode is off — turn it on to respond'}
    </p>
  );
}

interface GateActionsProps {
  readonly ask: Ask;
  readonly gate: Gate;
  readonly answering: Answering;
}

/** What a person can do about a prompt that takes no answer. */
export function GateActions({ ask, gate, answering: { draft, busy, decide } }: GateActionsProps) {
  const task = useTask();
  if (gate === 'over')
    return (
      <>
        <Failure text={draft.failure} />
        <div className={styles.actions} data-actions="">
          <ActionButton look="primary" busy={busy} onClick={() => decide({ answer: 'cancel' })}>
            Tell Claude
          </ActionButton>
        </div>
      </>
    );
  const turnOn = (): Promise<void> =>
    gate === 'window-off'
      ? host.request('settings.change', { interactive: true })
      : host.request('sessions.setInteractive', { id: ask.sessionId, on: true });
  return (
    <>
      <Failure text={task.failure} />
      <div className={styles.actions} data-actions="">
        <ActionButton busy={task.busy} onClick={() => task.run(turnOn)}>
          {gate === 'window-off' ? 'Turn on in this window' : 'Turn on in this session'}
        </ActionButton>
      </div>
    </>
  );
}
