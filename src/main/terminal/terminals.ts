import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import { AppError } from '../../shared/errors';
import type { SessionId } from '../../shared/ids';
import { TerminalId, type TerminalOutput, type TerminalSize, type TerminalSummary } from '../../shared/terminal';
import { closeAll } from '../base/close-all';
import { Emitter } from '../base/emitter';
import type { Log } from '../base/log';
import { loadPty, type SpawnPty } from './load-pty';
import { type Environment, planShell, type TerminalPlan } from './shell-plan';
import { Terminal } from './terminal';

export interface TerminalsOptions {
  readonly env: Environment;
  readonly log: Log;
  readonly send: (output: TerminalOutput) => void;
  readonly load?: () => Promise<SpawnPty>;
}

/** Owns all terminals. Each has one pseudoterminal, which ends when its session is closed or the app quits. */
export class Terminals {
  readonly #options: TerminalsOptions;
  readonly #changed = new Emitter<void>();
  readonly #terminals = new Map<TerminalId, Terminal>();
  #closed = false;

  constructor(options: TerminalsOptions) {
    this.#options = options;
  }

  readonly onChange = this.#changed.on;

  get list(): TerminalSummary[] {
    return [...this.#terminals.values()].map(({ summary }) => summary);
  }

  get(id: TerminalId): Terminal {
    const terminal = this.#terminals.get(id);
    if (!terminal) throw new AppError('not-found', 'This terminal is closed.');
    return terminal;
  }

  /** Opens a login shell. `folder` is called as late as possible, because the session may be closed in the meantime. */
  async openShell(sessionId: SessionId, folder: () => string, size: TerminalSize): Promise<TerminalId> {
    const { env } = this.#options;
    const machine = { env, platform: process.platform, accountShell: accountShell() };
    const { summary } = await this.start(sessionId, 'shell', () => planShell(folder(), machine), size);
    return summary.id;
  }

  async start(sessionId: SessionId, runs: TerminalSummary['runs'], plan: () => TerminalPlan, size: TerminalSize): Promise<Terminal> {
    const spawn = await (this.#options.load ?? loadPty)();
    await assertFolderExists(plan().cwd);
    if (this.#closed) throw new AppError('terminal-unavailable', 'Signalbox is about to quit.');
    const { command, args, env, cwd } = plan();
    const numbers = this.list.filter((one) => one.sessionId === sessionId).map(({ number }) => number);
    const id = TerminalId.parse(randomUUID());
    const terminal = new Terminal({
      id,
      sessionId,
      number: Math.max(0, ...numbers) + 1,
      runs,
      pty: spawn(command, [...args], { ...size, env: { ...env }, cwd, name: 'xterm-256color' }),
      send: this.#options.send,
      onEnd: () => this.#onEnd(terminal),
    });
    this.#terminals.set(id, terminal);
    this.#options.log.info('terminal opened', { terminal: id, session: sessionId, runs, pid: terminal.pid });
    this.#changed.emit();
    return terminal;
  }

  /** These four ignore an unknown id: the window may not know yet that the terminal has ended. */
  attach(id: TerminalId): void {
    this.#terminals.get(id)?.attach();
  }

  acknowledge(id: TerminalId, characters: number): void {
    this.#terminals.get(id)?.acknowledge(characters);
  }

  resize(id: TerminalId, size: TerminalSize): void {
    this.#terminals.get(id)?.resize(size);
  }

  write(id: TerminalId, data: string): void {
    this.#terminals.get(id)?.write(data);
  }

  async close(id: TerminalId): Promise<void> {
    const terminal = this.get(id);
    await terminal.close();
    this.#forget(id);
  }

  async closeForSession(sessionId: SessionId): Promise<void> {
    await Promise.all(this.list.filter((one) => one.sessionId === sessionId).map(({ id }) => this.close(id)));
  }

  /** Closes all terminals and refuses to open new ones. */
  async closeAll(): Promise<void> {
    this.#closed = true;
    await closeAll(Object.fromEntries(this.list.map(({ id }) => [id, () => this.close(id)])));
  }

  /** Detaches all terminals after the window was closed or reloaded. */
  detachAll(): void {
    for (const terminal of this.#terminals.values()) terminal.detach();
  }

  killAllNow(): void {
    for (const terminal of this.#terminals.values()) terminal.killNow();
  }

  /** Removes a terminal that ended with `exit`, and keeps a failed one so that its output can be read. */
  #onEnd({ summary: { id, ended } }: Terminal): void {
    this.#options.log.info('terminal ended', { terminal: id, ...ended });
    if (ended?.exitCode === 0) this.#forget(id);
    else this.#changed.emit();
  }

  #forget(id: TerminalId): void {
    if (this.#terminals.delete(id)) this.#changed.emit();
  }
}

/** Checks this in advance, because a pseudoterminal in a missing folder exits without an error. */
async function assertFolderExists(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new AppError('folder-missing', `There is no folder ${folder}.`);
}

/** Returns null for accounts without an entry in the user database. */
function accountShell(): string | null {
  try {
    return os.userInfo().shell;
  } catch {
    return null;
  }
}
