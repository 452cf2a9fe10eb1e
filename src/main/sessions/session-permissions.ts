import type { PermissionChoice, PermissionMode } from '../../shared/session';
import type { PermissionContext } from '../asks/permission-context';
import { Alarm } from '../base/alarm';
import { McpToolHints } from './mcp-tool-hints';
import type { RunLife } from './run-life';
import type { SessionDependencies } from './session-dependencies';
import type { SessionRecord } from './session-record';
import type { SessionTranscript } from './session-transcript';

type Dependencies = Pick<SessionDependencies, 'desk' | 'now'>;

/** How a session's permissions are decided. The mode "all" overrides the lasting mode for a time, and ends with the app. */
export class SessionPermissions {
  readonly #deps: Dependencies;
  readonly #record: SessionRecord;
  readonly #transcript: SessionTranscript;
  readonly #life: RunLife;
  readonly #alarm: Alarm;
  readonly #mcpToolHints = new McpToolHints();

  constructor(deps: Dependencies, record: SessionRecord, transcript: SessionTranscript, life: RunLife) {
    this.#deps = deps;
    this.#record = record;
    this.#transcript = transcript;
    this.#life = life;
    this.#alarm = new Alarm(() => this.#endAll(), deps.now);
  }

  get now(): { readonly mode: PermissionMode; readonly until: number | null } {
    const { lasting, allUntil } = this.#record.value.permissions;
    return allUntil !== null && this.#deps.now() < allUntil ? { mode: 'all', until: allUntil } : { mode: lasting, until: null };
  }

  /** What the desk needs to judge a call of this session. */
  get context(): PermissionContext {
    const peer = this.#life.live?.run.peer ?? null;
    return { ...this.now, folder: this.#record.value.folder, mcpHints: (tool) => this.#mcpToolHints.of(tool, peer) };
  }

  /** Pending asks are judged again by the new mode. */
  choose(choice: PermissionChoice): void {
    const until = choice.mode === 'all' ? this.#deps.now() + choice.minutes * 60_000 : null;
    const lasting = choice.mode === 'all' ? this.#record.value.permissions.lasting : choice.mode;
    this.#record.update({ permissions: { lasting, allUntil: until } });
    this.#transcript.note({ what: 'permission-mode', mode: choice.mode, until, ended: null });
    this.#alarm.set(until);
    this.#deps.desk.reconsider();
    for (const { sessionId, tool } of this.#deps.desk.list) if (sessionId === this.#record.value.id) this.learnHints(tool);
  }

  /** In the safe mode an MCP server's hints can allow a call: reads them from the run and judges pending asks again. */
  learnHints(tool: string): void {
    const peer = this.#life.live?.run.peer;
    if (!peer || this.now.mode !== 'safe') return;
    this.#mcpToolHints.learn(tool, peer).then(
      (learned) => learned && this.#deps.desk.reconsider(),
      // The run is gone or too old to know the request: a person decides.
      () => undefined,
    );
  }

  /** Ends "all" if its time has run out. */
  checkTime(): void {
    this.#alarm.check();
  }

  close(): void {
    this.#alarm.set(null);
  }

  #endAll(): void {
    const { lasting } = this.#record.value.permissions;
    this.#record.update({ permissions: { lasting, allUntil: null } });
    this.#transcript.note({ what: 'permission-mode', mode: lasting, until: null, ended: 'time' });
  }
}
