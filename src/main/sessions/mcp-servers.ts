import { AppError } from '../../shared/errors';
import { escapeInvisible } from '../../shared/invisible';
import type { McpServerStatus } from '../../shared/mcp-server';
import { truncate } from '../../shared/truncate';
import type { TurnStarted } from '../claude/events';
import { ownServer } from '../claude/launch-plan';
import type { McpServerReport } from '../claude/mcp-server-report';
import type { ProtocolPeer } from '../claude/peer';
import type { RunLife } from './run-life';

/** Servers write these texts. In characters. */
const longestError = 500;
const longestDescription = 2_000;
const longestName = 200;
const mostTools = 1_000;

/** The MCP servers of a session's run. Without a run nobody knows them. */
export class SessionMcpServers {
  readonly #life: Pick<RunLife, 'readyRun'>;
  readonly #changed: () => void;
  #reported = '';

  /** `changed` says that the list should be read again. */
  constructor(life: Pick<RunLife, 'readyRun'>, changed: () => void) {
    this.#life = life;
    this.#changed = changed;
  }

  async list(): Promise<McpServerStatus[]> {
    return (await this.#peer.mcpServers()).map(toStatus);
  }

  async reconnect(server: string): Promise<void> {
    await this.#act(this.#peer.reconnectMcpServer(server));
  }

  async setEnabled(server: string, enabled: boolean): Promise<void> {
    if (server === ownServer)
      throw new AppError('bad-request', 'This server is Signalbox itself. Its tools are turned off in Settings, under Tools.');
    await this.#act(this.#peer.setMcpServerEnabled(server, enabled));
  }

  /** Returns the page on which the person signs in; null if they need not. */
  async signIn(server: string): Promise<string | null> {
    return this.#act(this.#peer.signInToMcpServer(server));
  }

  /** Claude Code reports the servers at the start of each turn. */
  noteTurn({ mcpServers }: TurnStarted): void {
    const reported = JSON.stringify(mcpServers ?? []);
    if (reported === this.#reported) return;
    this.#reported = reported;
    this.#changed();
  }

  /** Another run has other servers, and no run has none. */
  noteRun(): void {
    this.#reported = '';
    this.#changed();
  }

  get #peer(): ProtocolPeer {
    const peer = this.#life.readyRun?.run.peer;
    if (!peer) throw new AppError('run-gone', 'Claude isn’t running in this session, so its MCP servers aren’t known.');
    return peer;
  }

  /** A refusal often has the words of the server. */
  async #act<T>(action: Promise<T>): Promise<T> {
    try {
      return await action;
    } catch (error) {
      if (error instanceof AppError && error.code === 'cli-refused') throw new AppError('cli-refused', shown(error.message, longestError));
      throw error;
    } finally {
      this.#changed();
    }
  }
}

const shown = (words: string, most: number): string => truncate(escapeInvisible(words), most);

const states: ReadonlyMap<string, McpServerStatus['state']> = new Map([
  ['connected', 'connected'],
  ['pending', 'pending'],
  ['failed', 'failed'],
  ['needs-auth', 'needs-sign-in'],
  ['disabled', 'off'],
]);

function toStatus({ name, status, source, error, version, tools }: McpServerReport): McpServerStatus {
  const state = states.get(status);
  const why = error ?? (state === undefined ? `Claude Code calls its state “${status}”.` : null);
  return {
    name,
    state: state ?? 'failed',
    source: source && shown(source, longestName),
    error: why && shown(why, longestError),
    version: version && shown(version, longestName),
    isOurs: name === ownServer,
    tools: tools.slice(0, mostTools).map((tool) => ({
      name: shown(tool.name, longestName),
      description: shown(tool.description, longestDescription),
      readOnly: tool.readOnly,
    })),
  };
}
