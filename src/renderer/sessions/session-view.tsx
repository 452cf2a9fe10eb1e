import { useAtomValue } from 'jotai';
import { lazy, memo, Suspense } from 'react';
import type { SessionId } from '../../shared/ids';
import type { SessionSummary, SessionTrouble } from '../../shared/session';
import { isInTurn } from '../../shared/session-words';
import { host } from '../base/host';
import { sessionViewAtom } from '../base/session-views';
import { useTask } from '../base/task';
import { Composer } from '../composer/composer';
import { TerminalHandoffBanner } from '../terminal/terminal-handoff-banner';
import { Transcript } from '../transcript/transcript';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { PartBoundary } from '../ui/part-boundary';
import { BackgroundTasks } from './background-tasks';
import { SessionHeader } from './session-header';
import styles from './session-view.module.css';
import { viewPanel } from './session-view-tabs';
import { panelId, tabId } from './tab';

const McpPage = lazy(async () => ({ default: (await import('./mcp-page')).McpPage }));
const TerminalView = lazy(async () => ({ default: (await import('../terminal/terminal-view')).TerminalView }));

/** The active session: its transcript and composer, its terminals, or its MCP servers. */
export const SessionView = memo(function SessionView({ session }: { readonly session: SessionSummary }) {
  const view = useAtomValue(sessionViewAtom)(session.id);
  return (
    <div role="tabpanel" id={panelId(session.id)} aria-labelledby={tabId(session.id)} className={styles.view}>
      <PartBoundary name="The session’s header">
        <SessionHeader session={session} />
      </PartBoundary>
      <div {...viewPanel(session.id, view)} className={styles.panel}>
        {view === 'terminal' ? (
          <PartBoundary name="The terminal">
            <Suspense>
              <TerminalView session={session} />
            </Suspense>
          </PartBoundary>
        ) : view === 'mcp' ? (
          <PartBoundary name="The page of MCP servers">
            <Suspense>
              <McpPage key={session.id} session={session} />
            </Suspense>
          </PartBoundary>
        ) : (
          <Conversation session={session} />
        )}
      </div>
    </div>
  );
});

function Conversation({ session: { id, folder, state, queued, offered, trouble, tasks } }: { readonly session: SessionSummary }) {
  return (
    <>
      <PartBoundary name="The conversation">
        <Transcript id={id} />
      </PartBoundary>
      <div className={styles.foot}>
        <div className={styles.column}>
          <PartBoundary name="The message field">
            <TerminalHandoffBanner id={id} />
            {tasks.length > 0 && <BackgroundTasks id={id} tasks={tasks} />}
            {trouble && <TroubleBanner id={id} trouble={trouble} />}
            <Composer id={id} folder={folder} queued={queued} offered={offered} busy={isInTurn(state)} />
          </PartBoundary>
        </div>
      </div>
    </>
  );
}

/** Why the session failed, and what the person can do about it. */
function TroubleBanner({ id, trouble }: { readonly id: SessionId; readonly trouble: SessionTrouble }) {
  const task = useTask();
  return (
    <>
      <div role="alert" className={styles.trouble}>
        <p>{trouble.text}</p>
        {trouble.code === 'no-claude' && (
          <Button small busy={task.busy} onClick={() => task.run(() => host.request('claude.look'))}>
            Look again
          </Button>
        )}
        <Button small busy={task.busy} onClick={() => task.run(() => host.request('sessions.restart', { id }))}>
          Restart
        </Button>
      </div>
      <Failure text={task.failure} />
    </>
  );
}
