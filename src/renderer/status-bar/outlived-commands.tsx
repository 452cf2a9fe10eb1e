import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { OutlivedProcess } from '../../shared/session';
import { outlivedAtom } from '../base/app-state';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { ago } from '../ui/amounts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { BarEntry } from './bar-entry';
import styles from './status-bar.module.css';

/** Shell commands that still run although the run that started them is gone. */
export function OutlivedCommands() {
  const outlived = useAtomValue(outlivedAtom);
  if (outlived.length === 0) return null;
  const text =
    outlived.length === 1 ? '1 command is still running from before' : `${outlived.length} commands are still running from before`;
  return (
    <BarEntry id="outlived" level="warning" text={text}>
      Sessions that ended suddenly left these behind. They go on until they finish or you end them.
      <ul className={styles.commands}>
        {outlived.map((process) => (
          <Outlived key={`${process.runId}/${process.pid}`} process={process} />
        ))}
      </ul>
    </BarEntry>
  );
}

function Outlived({ process }: { readonly process: OutlivedProcess }) {
  const { pid, runId, command, claimed, program, startedAt } = process;
  // A process can choose its own command line and imitate a command of Claude's, so its program file is shown instead.
  const name = claimed && program !== null ? program : command;
  const task = useTask();
  const [survived, setSurvived] = useState(false);
  const end = async (): Promise<void> => setSurvived(!(await host.request('outlived.end', { pid, runId })));
  return (
    <li>
      <span>
        <code>{name}</code>
        <small>
          Process {pid}
          {!claimed && program !== null && `, run by ${program}`}, started {ago(startedAt)}
          {name !== command && `. It calls itself “${command}”.`}
        </small>
      </span>
      <Button small look="danger" aria-label={`End ${name}`} busy={task.busy} onClick={() => task.run(end)}>
        End
      </Button>
      <Failure text={task.failure ?? (survived ? 'It is still running.' : null)} />
    </li>
  );
}
