import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { claudeAtom, newSessionOpenAtom } from '../base/app-state';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { startDemo } from './demo';
import styles from './empty-state.module.css';

interface MissingClaudeProps {
  readonly problem: string | null;
  readonly looked: readonly string[];
}

/** Shown when no `claude` was found: how to install it, and what works without it. */
export function MissingClaude({ problem, looked }: MissingClaudeProps) {
  const looking = useAtomValue(claudeAtom).claude.state === 'looking';
  const openNewSession = useSetAtom(newSessionOpenAtom);
  const [looks, setLooks] = useState(0);
  const task = useTask();
  const lookAgain = async (): Promise<void> => {
    await host.request('claude.look');
    setLooks((before) => before + 1);
  };
  return (
    <>
      <h1 className={styles.title}>Claude Code was not found</h1>
      <p className={styles.text}>
        {problem ?? 'Signalbox runs the claude command, and it is not on this computer.'} Install it, then look again:
      </p>
      <code className={styles.command}>npm install -g @anthropic-ai/claude-code</code>
      <div className={styles.actions}>
        <Button look="primary" busy={task.busy || looking} onClick={() => task.run(lookAgain)}>
          Look again
        </Button>
        <Button busy={task.busy} onClick={() => task.run(startDemo)}>
          Try the demo agent
        </Button>
        <Button look="quiet" onClick={() => openNewSession(true)}>
          New session
        </Button>
      </div>
      <p className={styles.keys} role="status">
        {task.busy || looking ? 'Looking…' : looks > 0 ? 'Still not found.' : ' '}
      </p>
      <Failure text={task.failure} />
      {looked.length > 0 && (
        <details className={styles.looked}>
          <summary>Where Signalbox looked</summary>
          <ul>
            {looked.map((place) => (
              <li key={place}>{place}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
