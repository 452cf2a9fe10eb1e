import { useAtomValue, useSetAtom } from 'jotai';
import type { SessionId } from '../../shared/ids';
import { host } from '../base/host';
import { showSessionViewAtom } from '../base/session-views';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { chooseTerminalAtom, terminalHandoffAtom } from './session-terminals';
import styles from './terminal-handoff-banner.module.css';

/** Replaces the composer while the conversation continues in a terminal. */
export function TerminalHandoffBanner({ id }: { readonly id: SessionId }) {
  const terminal = useAtomValue(terminalHandoffAtom)(id);
  const show = useSetAtom(showSessionViewAtom);
  const choose = useSetAtom(chooseTerminalAtom);
  const task = useTask();
  if (!terminal) return null;
  const showTerminal = (): void => {
    choose(id, terminal.id);
    show(id, 'terminal');
  };
  return (
    <>
      <div className={styles.banner}>
        <p>This session goes on in terminal {terminal.number}.</p>
        <Button small onClick={showTerminal}>
          Show
        </Button>
        <Button
          small
          busy={task.busy}
          title="Ends claude in the terminal"
          onClick={() => task.run(() => host.request('terminals.close', { id: terminal.id }))}
        >
          Take it back
        </Button>
      </div>
      <Failure text={task.failure} />
    </>
  );
}
