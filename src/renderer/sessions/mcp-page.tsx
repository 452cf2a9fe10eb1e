import { useState } from 'react';
import type { McpServerStatus } from '../../shared/mcp-server';
import type { SessionSummary } from '../../shared/session';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import styles from './mcp-page.module.css';
import { McpServer } from './mcp-server';
import { useMcpServers } from './use-mcp-servers';

/** The MCP servers of a session: how each is doing, what it offers, and what a person can do about it. */
export function McpPage({ session: { id, trusted } }: { readonly session: SessionSummary }) {
  const [signingIn, setSigningIn] = useState<ReadonlySet<string>>(new Set());
  const { servers, failure, read } = useMcpServers(id, signingIn.size > 0);
  const setSignIn = (name: string, on: boolean): void => setSigningIn((before) => toggled(before, name, on));
  return (
    <section className={styles.page} aria-labelledby="mcp-heading">
      <div className={styles.column}>
        <div className={styles.head}>
          <h2 id="mcp-heading">MCP servers</h2>
          <Button small look="quiet" onClick={read}>
            Refresh
          </Button>
        </div>
        <p className={styles.lead}>
          They give Claude more tools. Claude Code starts them with this session
          {trusted ? '.' : ', but not in this folder: you have not said that you trust it.'}
        </p>
        {failure?.code === 'run-gone' ? (
          <NoRun id={id} />
        ) : (
          <>
            <Failure text={failure?.message ?? null} />
            {failure === null && <Servers servers={servers} id={id} onSignIn={setSignIn} />}
          </>
        )}
      </div>
    </section>
  );
}

function toggled(before: ReadonlySet<string>, name: string, on: boolean): ReadonlySet<string> {
  if (before.has(name) === on) return before;
  const after = new Set(before);
  if (on) after.add(name);
  else after.delete(name);
  return after;
}

interface ServersProps extends Pick<SessionSummary, 'id'> {
  readonly servers: readonly McpServerStatus[] | null;
  readonly onSignIn: (server: string, isUnderWay: boolean) => void;
}

function Servers({ servers, id, onSignIn }: ServersProps) {
  if (servers === null) return <p className={styles.lead}>Asking Claude Code…</p>;
  if (servers.length === 0)
    return (
      <p className={styles.lead}>
        This session has none. Add one in a terminal with <code>claude mcp add</code>, then restart the session.
      </p>
    );
  return (
    <>
      <ul className={styles.servers}>
        {servers.map((server) => (
          <McpServer key={server.name} id={id} server={server} onSignIn={onSignIn} />
        ))}
      </ul>
      <p className={styles.hint}>Turning a server off counts for this folder: also in its other sessions, and in the terminal.</p>
    </>
  );
}

function NoRun({ id }: Pick<SessionSummary, 'id'>) {
  const task = useTask();
  return (
    <div className={styles.none}>
      <p>Claude isn’t running in this session, so its servers aren’t known.</p>
      <Button small busy={task.busy} onClick={() => task.run(() => host.request('sessions.restart', { id }))}>
        Start Claude
      </Button>
      <Failure text={task.failure} />
    </div>
  );
}
