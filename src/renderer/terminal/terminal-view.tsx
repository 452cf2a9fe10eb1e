import '@xterm/xterm/css/xterm.css';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import type { SessionSummary } from '../../shared/session';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { openingOfAtom, openTerminalAtom } from './open-terminal';
import { shownTerminalAtom } from './session-terminals';
import styles from './terminal.module.css';
import { TerminalBar } from './terminal-bar';
import { TerminalPane } from './terminal-pane';

/** The terminals of a session. If it has none, one opens automatically. */
export function TerminalView({ session }: { readonly session: SessionSummary }) {
  const { id } = session;
  const shown = useAtomValue(shownTerminalAtom)(id);
  const opening = useAtomValue(openingOfAtom)(id);
  const open = useSetAtom(openTerminalAtom);
  const openFirst = useEffectEvent(() => {
    if (!shown && !opening) void open(id, 'terminals.create');
  });
  useEffect(() => openFirst(), []);
  return (
    <div className={styles.view}>
      <TerminalBar session={session} />
      {opening?.state === 'failed' && (
        <div className={styles.failure}>
          <Failure text={opening.message} />
        </div>
      )}
      {shown ? (
        <TerminalPane key={shown.id} terminal={shown} />
      ) : (
        <div className={styles.none}>
          <p>{opening?.state === 'opening' ? 'Opening a terminal…' : 'No terminal is open in this session.'}</p>
          {opening?.state !== 'opening' && <Button onClick={() => void open(id, 'terminals.create')}>Open a terminal</Button>}
        </div>
      )}
    </div>
  );
}
