import path from 'node:path';
import { AppError, messageOf } from '../../shared/errors';
import { escapeLine } from '../../shared/invisible';
import type { JsonObject } from '../../shared/json-object';
import { ToolSourceId, type ToolSummary } from '../../shared/tool-summary';
import { truncateLine } from '../../shared/truncate';
import type { LoadedTool } from '../../tool-process/messages';
import { Emitter } from '../base/emitter';
import { findToolFile, mayBeCode, readCodeTree, type ToolFile } from './folder-files';
import type { FolderSwitches } from './folder-switches';
import { FolderWatch } from './folder-watch';
import type { OfferedTool, ToolCall } from './offered-tool';
import type { ToolLimits } from './tool-process';
import type { StartToolProcess } from './tool-process-child';
import { ToolLog } from './tool-process-log';
import { type LoadedProcess, ToolProcesses } from './tool-processes';

/** How often in a row a tool is loaded if its code changes during each load. */
const mostLoads = 5;

export interface FolderToolOptions {
  /** The folder of tools that its folder is in. */
  readonly root: string;
  readonly name: string;
  /** The session's folder that it belongs to; null for the person's own. */
  readonly project: string | null;
  readonly switches: FolderSwitches;
  readonly start: StartToolProcess;
  readonly env: Readonly<Record<string, string>>;
  readonly limits: ToolLimits;
  readonly now: () => number;
}

interface Code {
  readonly found: ToolFile;
  readonly fingerprint: string;
}

/** The tool of one folder: it follows the code on disk, and keeps what Claude is offered and what Settings shows. */
export class FolderTool {
  readonly id: ToolSourceId;
  readonly #options: FolderToolOptions;
  readonly #folder: string;
  readonly #log = new ToolLog();
  readonly #changed = new Emitter<void>();
  readonly #watch = new FolderWatch((_folder, name) => {
    if (name === null || mayBeCode(name)) void this.#update('look');
  });
  readonly #processes: ToolProcesses;
  #isOn: boolean;
  #isDropped = false;
  /** What must be done: look whether the code changed, or load it in any case. */
  #due: 'look' | 'load' | null = null;
  #updating: Promise<void> | null = null;
  #loadsLeft = 0;
  #canWatch = true;
  #starting: Promise<void> | null = null;
  /** The code that was loaded, or is being loaded. */
  #fingerprint: string | null = null;
  /** The code of the tool that is offered. */
  #offeredFingerprint: string | null = null;
  #tool: LoadedTool | null = null;
  #offered: OfferedTool | null = null;
  #isLoading = false;
  #error: string | null = null;

  constructor(options: FolderToolOptions) {
    this.#options = options;
    this.#folder = path.join(options.root, options.name);
    this.id = ToolSourceId.parse(this.#folder);
    this.#isOn = options.switches.isOn(this.id);
    const { start, env, limits, now } = options;
    this.#processes = new ToolProcesses({
      start: () => start({ folder: this.#folder, env }),
      log: this.#log,
      limits,
      now,
      onCrash: (reason) => {
        this.#error = reason;
        this.#changed.emit();
      },
    });
  }

  /** Its state changed. */
  readonly onChange = this.#changed.on;
  readonly onLog = this.#log.onChange;

  /**
   * The tool as Claude is offered it; null while there is none. It is the same object for as long as it looks the same to Claude. A
   * tool that crashed is still offered, because the next call starts it again.
   */
  get offered(): OfferedTool | null {
    return this.#isOn ? this.#offered : null;
  }

  get summary(): ToolSummary {
    const folderName = truncateLine(escapeLine(this.#options.name), 100);
    const { name = folderName, title = name, description = '' } = this.#tool ?? {};
    return {
      id: this.id,
      name,
      title,
      description,
      source: { kind: 'folder', folder: this.#folder, project: this.#options.project },
      state: this.#state,
      error: this.#isOn ? this.#error : null,
      log: [...this.#log.lines],
    };
  }

  get #state(): ToolSummary['state'] {
    if (!this.#isOn) return 'off';
    if (this.#isLoading || (this.#tool === null && this.#error === null)) return 'loading';
    return this.#error === null ? 'ready' : 'failed';
  }

  /** Resolves when it is neither looked at nor loaded. */
  get settled(): Promise<void> {
    return this.#updating ?? Promise.resolve();
  }

  /** Loads the tool if its code changed. Resolves when what is loaded is what is on disk. */
  refresh(): Promise<void> {
    return this.#update('look');
  }

  /** Loads the tool again, also if nothing changed. */
  reload(): Promise<void> {
    this.#processes.forgetCrashes();
    return this.#update('load');
  }

  setEnabled(on: boolean): void {
    if (on === this.#isOn) return;
    this.#isOn = on;
    if (on) void this.reload();
    else this.#stop();
    this.#changed.emit();
  }

  /** The folder is gone, or no session uses it. Calls that run end first. */
  drop(): void {
    this.#isDropped = true;
    this.#stop();
  }

  /** Ends all processes, also those with calls. */
  async close(): Promise<void> {
    this.drop();
    await this.#processes.close();
  }

  #stop(): void {
    this.#watch.close();
    this.#processes.cancelLoad();
    this.#processes.retire();
  }

  get #isActive(): boolean {
    return this.#isOn && !this.#isDropped;
  }

  #update(due: 'look' | 'load'): Promise<void> {
    this.#due = this.#due === 'load' ? 'load' : due;
    if (this.#isLoading) void this.#cancelStaleLoad();
    this.#updating ??= this.#startUpdate();
    return this.#updating;
  }

  async #startUpdate(): Promise<void> {
    try {
      await this.#updateUntilStable();
    } finally {
      this.#updating = null;
    }
    // It became due just after the last look.
    if (this.#due !== null && this.#isActive) await this.#update(this.#due);
  }

  async #updateUntilStable(): Promise<void> {
    this.#loadsLeft = mostLoads;
    while (this.#due !== null && this.#isActive) {
      const isForced = this.#due === 'load';
      this.#due = null;
      const code = await this.#readCode();
      if (code.fingerprint !== this.#fingerprint) this.#processes.forgetCrashes();
      else if (!isForced) continue;
      this.#fingerprint = code.fingerprint;
      this.#setLoading(true);
      this.#loadsLeft -= 1;
      const loaded = await this.#load(code);
      const { fingerprint } = await this.#readCode();
      if (fingerprint === code.fingerprint || this.#loadsLeft === 0 || !this.#isActive) {
        this.#fingerprint = fingerprint;
        this.#take(loaded);
      } else {
        // What was loaded is old already.
        if (typeof loaded !== 'string') void loaded.process.end();
        this.#due = 'load';
      }
      this.#setLoading(this.#due === 'load' && this.#isActive);
    }
  }

  /** Watches before it reads, so that no change is missed. */
  async #readCode(): Promise<Code> {
    const { folders } = await readCodeTree(this.#folder);
    if (this.#isActive) this.#watchFolders(folders);
    const found = await findToolFile(this.#options.root, this.#folder);
    const tree = await readCodeTree(this.#folder);
    return { found, fingerprint: `${found.file ?? found.problem}\n${tree.fingerprint}` };
  }

  #watchFolders(folders: readonly string[]): void {
    const canWatch = this.#watch.set(folders);
    if (!canWatch && this.#canWatch) this.#log.add('Changes to the code are not noticed on this system. Reload the tool after a change.');
    this.#canWatch = canWatch;
  }

  /** A tool that hangs while it loads is not waited for once its code has changed. */
  async #cancelStaleLoad(): Promise<void> {
    const loading = this.#fingerprint;
    const { fingerprint } = await this.#readCode();
    if (fingerprint !== loading && this.#fingerprint === loading && this.#loadsLeft > 0) this.#processes.cancelLoad();
  }

  async #load({ found }: Code): Promise<LoadedProcess | string> {
    if (found.file === null) return found.problem;
    try {
      return await this.#processes.load(found.file);
    } catch (error) {
      return messageOf(error);
    }
  }

  #take(loaded: LoadedProcess | string): void {
    if (!this.#isActive) {
      if (typeof loaded !== 'string') void loaded.process.end();
      return;
    }
    if (typeof loaded !== 'string') {
      this.#error = null;
      this.#processes.use(loaded.process);
      this.#offeredFingerprint = this.#fingerprint;
      this.#offer(loaded.tool);
      return;
    }
    this.#error = loaded;
    this.#processes.retire();
    // The same code was loaded before, so it may be again: the tool stays offered, and its next call tries.
    if (this.#fingerprint === this.#offeredFingerprint) return;
    this.#tool = null;
    this.#offered = null;
  }

  #offer(tool: LoadedTool): void {
    const isSame = this.#offered !== null && JSON.stringify(tool) === JSON.stringify(this.#tool);
    this.#tool = tool;
    if (isSame) return;
    const { project } = this.#options;
    const approvalOwner = project === null ? tool.name : `${tool.name} in ${project}`;
    this.#offered = { ...tool, builtIn: false, approvalOwner, call: (args, call) => this.#call(args, call) };
  }

  async #call(args: JsonObject, call: ToolCall): Promise<unknown> {
    const name = `“${this.#tool?.name ?? this.#options.name}”`;
    if (!this.#isActive) throw new AppError('tool-failed', `${name} was removed or turned off.`);
    if (!this.#processes.isReady) await this.#startAgain(name);
    return this.#processes.call(args, call);
  }

  async #startAgain(name: string): Promise<void> {
    const pause = this.#processes.pauseMs;
    if (pause > 0) {
      const seconds = Math.ceil(pause / 1_000);
      throw new AppError('tool-failed', `${name} failed several times. It can be called again in ${seconds} s. ${this.#error ?? ''}`);
    }
    // Another call may be starting it.
    this.#starting ??= this.#update('load').finally(() => {
      this.#starting = null;
    });
    await this.#starting;
    if (!this.#processes.isReady) throw new AppError('tool-failed', `${name} can’t be started. ${this.#error ?? ''}`);
  }

  #setLoading(isLoading: boolean): void {
    this.#isLoading = isLoading;
    this.#changed.emit();
  }
}
