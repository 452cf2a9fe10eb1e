import { AppError } from '../../shared/errors';
import type { McpServerStatus } from '../../shared/mcp-server';
import type { RunLife } from './run-life';

/** The MCP servers of a session's run. */
export class SessionMcpServers {
  readonly #life: RunLife;

  constructor(life: RunLife) {
    this.#life = life;
  }

  async list(): Promise<McpServerStatus[]> {
    return this.#life.readyRun === null ? [] : [];
  }

  async reconnect(_server: string): Promise<void> {
    throw new AppError('run-gone', 'Claude is not running in this session.');
  }

  async setEnabled(_server: string, _enabled: boolean): Promise<void> {
    throw new AppError('run-gone', 'Claude is not running in this session.');
  }

  async signIn(_server: string): Promise<string | null> {
    throw new AppError('run-gone', 'Claude is not running in this session.');
  }
}
