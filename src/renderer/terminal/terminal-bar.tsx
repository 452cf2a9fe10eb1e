import { useAtomValue, useSetAtom } from 'jotai';
import type { SessionSummary } from '../../shared/session';
import type { TerminalId, TerminalSummary } from '../../shared/terminal';
import { isMacAtom } from '../base/app-state';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { openingOfAtom, openTerminalAtom } from './open-terminal';
import { chooseTerminalAtom, shownTerminalAtom, terminalHandoffAtom, terminalsOfAtom } from './session-terminals';
import styles from './terminal.module.css';

export const terminalButtonId = (id: TerminalId): string => `terminal-button-${id}`;

/** The terminals of a session, and buttons to open and close them. */
export function TerminalBar({ session }: { readonly session: SessionSummary }) {
  const { id, demo } = session;
  const terminals = useAtomValue(terminalsOfAtom)(id);
  const shown = useAtomValue(shownTerminalAtom)(id);
  const handoff = useAtomValue(terminalHandoffAtom)(id);
  const opening = useAtomValue(openingOfAtom)(id)?.state === 'opening';
  const mac = useAtomValue(isMacAtom);
  const choose = useSetAtom(chooseTerminalAtom);
  const open = useSetAtom(openTerminalAtom);
  const closing = useTask();
  return (
    <>
      <div role="toolbar" aria-label="Terminals" className={styles.bar}>
        {terminals.map((terminal) => (
          <button
            key={terminal.id}
            id={terminalButtonId(terminal.id)}
            type="button"
            aria-label={nameOf(terminal)}
            aria-pressed={terminal.id === shown?.id}
            title={nameOf(terminal)}
            className={styles.number}
            // Keep the focus free for the terminal that appears.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(id, terminal.id)}
          >
            {terminal.runs === 'claude' ? `${terminal.number} claude` : terminal.number}
          </button>
        ))}
        <Button
          small
          look="quiet"
          aria-label="New terminal"
          title="New terminal"
          // The terminal takes the focus that a disabled button loses.
          disabled={opening}
          onClick={() => void open(id, 'terminals.create')}
        >
          +
        </Button>
        {shown?.ended && <span className={styles.ended}>Ended with exit code {shown.ended.exitCode}</span>}
        <span className={styles.hint}>
          <kbd>{mac ? '⇧⌘E' : 'Ctrl+Shift+E'}</kbd> leaves the terminal, <kbd>{mac ? '⌘F' : 'Ctrl+Shift+F'}</kbd> finds
        </span>
        {!demo && (
          <Button
            small
            look="quiet"
            disabled={opening || handoff !== null}
            title="Stops this session’s run here and resumes it with claude in a terminal"
            onClick={() => void open(id, 'sessions.continueInTerminal')}
          >
            Continue this session in the terminal
          </Button>
        )}
        {shown && (
          <Button
            small
            look="quiet"
            disabled={closing.busy}
            onClick={() => closing.run(() => host.request('terminals.close', { id: shown.id }))}
          >
            Close terminal {shown.number}
          </Button>
        )}
      </div>
      <Failure text={closing.failure} />
    </>
  );
}

const nameOf = ({ number, runs, ended }: TerminalSummary): string =>
  `Terminal ${number}${runs === 'claude' ? ', claude' : ''}${ended ? ', ended' : ''}`;
