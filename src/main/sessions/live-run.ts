import type { JsonObject } from '../../shared/json-object';
import type { SessionTrouble, SlashCommand } from '../../shared/session';
import type { ElicitationAnswer, ElicitationRequest } from '../claude/elicitation';
import type { ClaudeEvent } from '../claude/events';
import type { Incoming } from '../claude/incoming-requests';
import { type ClaudeCommand, modeIsWider } from '../claude/launch-plan';
import type { McpMessage } from '../claude/mcp-message';
import type { PermissionRequest } from '../claude/permission-request';
import type { TransportEnd } from '../claude/transport';
import type { Run } from './run';
import { factsAfter, newRunFacts, type RunFacts } from './run-facts';
import { planRun } from './run-plan';
import type { SessionDependencies } from './session-dependencies';
import type { SessionRecord } from './session-record';
import type { StoredSession } from './stored-session';

export type LiveRunEvent =
  | { readonly kind: 'ask'; readonly request: PermissionRequest; readonly incoming: Incoming }
  /** An MCP server of the run asks for input. */
  | { readonly kind: 'elicitation'; readonly request: ElicitationRequest; readonly incoming: Incoming<ElicitationAnswer> }
  /** The run speaks to the app's own MCP server. */
  | { readonly kind: 'mcp-message'; readonly message: McpMessage; readonly answer: (answer: Promise<JsonObject | null>) => void }
  | { readonly kind: 'claude'; readonly event: ClaudeEvent }
  /** The run was in a turn and is in none now. */
  | { readonly kind: 'idle' }
  /** The run allows more without asking than it was started for. */
  | { readonly kind: 'mode-too-wide'; readonly trouble: SessionTrouble }
  | { readonly kind: 'exited'; readonly end: TransportEnd };

const builtInToolNames = ({ tools }: Pick<SessionDependencies, 'tools'>, session: StoredSession): string[] =>
  tools.source
    .toolsFor(session)
    .filter(({ builtIn }) => builtIn)
    .map(({ name }) => name);

type Dependencies = Pick<SessionDependencies, 'tools' | 'startRun' | 'newRunId' | 'env' | 'log' | 'now' | 'changed' | 'catalog'>;

/** One run while its process lives: what it reports about itself, and what that changes in the session's record. */
export class LiveRun {
  readonly run: Run;
  /** The record that the run was started with. */
  readonly started: StoredSession;
  readonly version: string | null;
  readonly #deps: Dependencies;
  readonly #record: SessionRecord;
  readonly #report: (event: LiveRunEvent) => void | Promise<void>;
  #facts = newRunFacts;
  #ready = false;
  #commands: readonly SlashCommand[] | null = null;

  constructor(claude: ClaudeCommand, deps: Dependencies, record: SessionRecord, report: (event: LiveRunEvent) => void | Promise<void>) {
    this.#deps = deps;
    this.#record = record;
    this.#report = report;
    this.started = record.value;
    this.version = claude.version ?? null;
    const id = deps.newRunId();
    this.run = deps.startRun(
      id,
      planRun(this.started, { claude, runId: id, builtInTools: builtInToolNames(deps, this.started), env: deps.env }),
      {
        permission: (request, incoming) => report({ kind: 'ask', request, incoming }),
        elicitation: (request, incoming) => report({ kind: 'elicitation', request, incoming }),
        mcpMessage: (message) => new Promise((answer) => report({ kind: 'mcp-message', message, answer })),
        event: (event) => this.#onEvent(event),
        trouble: (trouble) => deps.log.warn('protocol trouble', { session: this.started.id, ...trouble }),
        ended: (end) => void report({ kind: 'exited', end }),
        ...(this.version === null ? {} : { unsupported: deps.catalog.unsupportedBy(this.version) }),
      },
    );
  }

  get facts(): RunFacts {
    return this.#facts;
  }

  /** The CLI takes requests only after it answered the first one. */
  get isReady(): boolean {
    return this.#ready;
  }

  /** The slash commands; null until the CLI lists them. */
  get commands(): readonly SlashCommand[] | null {
    return this.#commands;
  }

  /** Sets facts that we know before the CLI reports them. */
  assume(facts: Partial<RunFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
  }

  async initialize(): Promise<void> {
    const { models, commands, mode } = await this.run.peer.initialize();
    this.#ready = true;
    this.#commands = commands;
    // The demo agent's models and commands are not Claude's.
    if (!this.started.demo) {
      this.#deps.catalog.keepModels(models);
      this.#deps.catalog.keepCommands(this.started.folder, commands);
    }
    // Newer versions report the mode before the first turn, so a run in too wide a mode has done nothing yet.
    if (mode !== null) this.#checkMode(mode, this.started.mode);
  }

  #onEvent(event: ClaudeEvent): void {
    // A run that can't resume reports the end of a turn. Its exit says more.
    if (!this.#ready && event.kind === 'turn-ended') return;
    const before = this.#facts;
    const after = factsAfter(before, event, this.#deps.now());
    this.#facts = after;
    void this.#report({ kind: 'claude', event });
    if (after === before) return;
    if (after.first && !before.first) this.#checkFirst(after.first);
    this.#updateRecord(after);
    this.#deps.changed();
    if (before.busy && !after.busy) void this.#report({ kind: 'idle' });
  }

  #checkFirst({ mode, cwd }: NonNullable<RunFacts['first']>): void {
    const { mode: asked, folder } = this.#record.value;
    this.#checkMode(mode, asked);
    if (cwd !== '' && cwd !== folder) this.#deps.log.warn('the run works in another folder', { asked: folder, got: cwd });
  }

  #checkMode(got: string, asked: StoredSession['mode']): void {
    if (!modeIsWider(asked, got)) return;
    const text = `Claude started in the mode “${got}”, which allows more without asking than “${asked}”. The run was stopped before anything else happened.`;
    void this.#report({ kind: 'mode-too-wide', trouble: { code: 'mode-wider', text } });
  }

  /** Records what the next run needs to resume. The CLI decides the conversation's id: it changes after /clear and on a fork. */
  #updateRecord({ conversationId, mode }: RunFacts): void {
    const { conversation, mode: kept } = this.#record.value;
    const planning = mode === 'plan' ? 'plan' : 'default';
    if (mode !== null && planning !== kept) this.#record.update({ mode: planning });
    if (conversationId === null || (conversation.state === 'kept' && conversation.id === conversationId)) return;
    this.#record.updateSoon({ conversation: { state: 'kept', id: conversationId } });
  }
}
