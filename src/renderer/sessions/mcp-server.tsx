import { useEffect, useState } from 'react';
import type { SessionId } from '../../shared/ids';
import { escapeInvisible } from '../../shared/invisible';
import { type McpServerStatus, sourceWords } from '../../shared/mcp-server';
import { CopyButton } from '../base/copy-button';
import { EscapedText } from '../base/escaped-text';
import { host } from '../base/host';
import { type Task, useTask } from '../base/task';
import { counted } from '../ui/amounts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import styles from './mcp-page.module.css';

const stateWords: Readonly<Record<McpServerStatus['state'], string>> = {
  connected: 'connected',
  pending: 'connecting…',
  failed: 'failed',
  'needs-sign-in': 'needs you to sign in',
  off: 'off',
};

interface McpServerProps {
  readonly id: SessionId;
  readonly server: McpServerStatus;
  /** A sign-in began or ended. Nobody reports its end, so the page must look. */
  readonly onSignIn: (server: string, isUnderWay: boolean) => void;
}

/** One server, with its tools and what can be done about it. */
export function McpServer({ id, server, onSignIn }: McpServerProps) {
  const { name, state, error, tools } = server;
  const task = useTask();
  const [page, setPage] = useState<string | null>(null);
  const signIn = async (): Promise<void> => {
    const url = await host.request('mcp.signIn', { id, server: name });
    setPage(url);
    onSignIn(name, url !== null);
  };
  // The person signed in, or gave up by turning the server off.
  const isNeeded = state === 'needs-sign-in' || state === 'pending';
  useEffect(() => {
    if (isNeeded || page === null) return;
    setPage(null);
    onSignIn(name, false);
  }, [isNeeded, page, name, onSignIn]);
  const shownName = escapeInvisible(name);
  return (
    <li className={styles.server} aria-label={shownName}>
      <div className={styles.line}>
        <h3 className={styles.name}>{shownName}</h3>
        <span className={styles.state} data-state={state}>
          {stateWords[state]}
        </span>
        <span className={styles.about}>{aboutWords(server)}</span>
        <ServerActions id={id} server={server} task={task} isSigningIn={page !== null} onSignIn={() => task.run(signIn)} />
      </div>
      {/* After a press, the failure says it. */}
      {error !== null && error !== task.failure && <p className={styles.error}>{error}</p>}
      <Failure text={task.failure} />
      {page !== null && <SignInPage url={page} server={shownName} />}
      {tools.length > 0 && <Tools tools={tools} />}
    </li>
  );
}

function aboutWords({ isOurs, source, version }: McpServerStatus): string {
  const from = isOurs ? 'part of Signalbox' : source === null ? '' : sourceWords(source);
  return [from, version === null ? '' : `version ${version}`].filter((part) => part !== '').join(' · ');
}

interface ServerActionsProps extends Pick<McpServerProps, 'id' | 'server'> {
  readonly task: Task;
  readonly isSigningIn: boolean;
  readonly onSignIn: () => void;
}

function ServerActions({ id, server: { name, state, isOurs }, task, isSigningIn, onSignIn }: ServerActionsProps) {
  if (isOurs) return null;
  const shownName = escapeInvisible(name);
  const isOff = state === 'off';
  return (
    <span className={styles.actions}>
      {state === 'needs-sign-in' && (
        <Button small look={isSigningIn ? 'plain' : 'primary'} busy={task.busy} aria-label={`Sign in to ${shownName}`} onClick={onSignIn}>
          Sign in
        </Button>
      )}
      {!isOff && (
        <Button
          small
          busy={task.busy}
          aria-label={`Reconnect ${shownName}`}
          onClick={() => task.run(() => host.request('mcp.reconnect', { id, server: name }))}
        >
          Reconnect
        </Button>
      )}
      <Button
        small
        busy={task.busy}
        aria-label={`Turn ${isOff ? 'on' : 'off'} ${shownName}`}
        onClick={() => task.run(() => host.request('mcp.setEnabled', { id, server: name, enabled: isOff }))}
      >
        {isOff ? 'Turn on' : 'Turn off'}
      </Button>
    </span>
  );
}

/** The page on which the person signs in. Nothing opens before they have seen where it leads. */
function SignInPage({ url, server }: { readonly url: string; readonly server: string }) {
  const task = useTask();
  const where = URL.parse(url)?.host;
  return (
    <section className={styles.signIn} aria-label={`Sign in to ${server}`}>
      <p>
        Sign in on <strong>{where ?? 'this page'}</strong>. This list shows when it is done; if it does not, press Reconnect.
      </p>
      <p className={styles.address}>
        <EscapedText text={url} />
      </p>
      <div className={styles.actions}>
        <Button small look="primary" busy={task.busy} onClick={() => task.run(() => host.request('links.open', { url }))}>
          Open the page
        </Button>
        <CopyButton text={url} title="Copy the address" />
      </div>
      <Failure text={task.failure} />
    </section>
  );
}

function Tools({ tools }: Pick<McpServerStatus, 'tools'>) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.tools} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{counted(tools.length, 'tool')}</summary>
      {open && (
        <ul className={styles.toolList}>
          {tools.map(({ name, description, readOnly }) => (
            <li key={name}>
              <code className={styles.tool}>{name}</code>
              {readOnly && (
                <span className={styles.mark} title="The server says that this tool changes nothing.">
                  only reads
                </span>
              )}
              {description !== '' && <span className={styles.description}>{description}</span>}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
