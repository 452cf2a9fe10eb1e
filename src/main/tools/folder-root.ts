import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../base/error-code';
import type { FolderTool } from './folder-tool';
import { FolderWatch } from './folder-watch';

/** More tools than anyone writes. Each is a process. */
const mostTools = 40;

export interface RootPlace {
  /** The folder that exists: the user data folder, or the folder of a session. */
  readonly base: string;
  /** The folders that lead from there to the tools. */
  readonly below: readonly string[];
  /** The session's folder that the tools belong to; null for the person's own. */
  readonly project: string | null;
}

interface Contents {
  /** The folders that should have a tool, sorted. */
  readonly names: readonly string[];
  /** What is wrong with the folder of tools itself; null if nothing is, also if it is missing. */
  readonly problem: string | null;
}

/** A folder of tools, such as `<user data>/tools`, which may not exist yet. Its tools follow what is on disk. */
export class FolderRoot {
  readonly place: RootPlace;
  readonly folder: string;
  readonly #chain: readonly string[];
  readonly #makeTool: (root: string, name: string) => FolderTool;
  readonly #onChange: () => void;
  readonly #watch: FolderWatch;
  readonly #tools = new Map<string, FolderTool>();
  #problem: string | null = null;
  #scanning: Promise<void> | null = null;
  #isDue = false;
  #isClosed = false;

  constructor(place: RootPlace, makeTool: (root: string, name: string) => FolderTool, onChange: () => void) {
    this.place = place;
    this.folder = path.join(place.base, ...place.below);
    this.#chain = [place.base, ...place.below.map((_name, depth) => path.join(place.base, ...place.below.slice(0, depth + 1)))];
    this.#makeTool = makeTool;
    this.#onChange = onChange;
    this.#watch = new FolderWatch((folder, name) => {
      // Above the tools, only the next folder on the way to them matters.
      const next = place.below[this.#chain.indexOf(folder)];
      if (next === undefined || name === null || name === next) void this.scan();
    });
  }

  /** Sorted by the names of their folders. */
  get tools(): readonly FolderTool[] {
    return [...this.#tools].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tool]) => tool);
  }

  get problem(): string | null {
    return this.#problem;
  }

  /** Looks which folders there are, and loads what is new. A change while it looks makes it look again. */
  scan(): Promise<void> {
    this.#isDue = true;
    this.#scanning ??= this.#startScan();
    return this.#scanning;
  }

  /** Like `scan`, and resolves when every tool is loaded, or failed. */
  async refresh(): Promise<void> {
    await this.scan();
    await Promise.all([...this.#tools.values()].map(({ settled }) => settled));
  }

  /** No tool is loaded any more. Calls that run go on. */
  drop(): void {
    this.#isClosed = true;
    this.#watch.close();
    for (const tool of this.#tools.values()) tool.drop();
  }

  async close(): Promise<void> {
    this.drop();
    await Promise.all([...this.#tools.values()].map((tool) => tool.close()));
  }

  async #startScan(): Promise<void> {
    try {
      await this.#scanUntilStable();
    } finally {
      this.#scanning = null;
    }
    // It became due just after the last look.
    if (this.#isDue && !this.#isClosed) await this.scan();
  }

  async #scanUntilStable(): Promise<void> {
    while (this.#isDue && !this.#isClosed) {
      this.#isDue = false;
      // Watch before looking, so that no change is missed in between.
      this.#watch.set(this.#chain);
      const contents = await this.#look();
      if (!this.#isDue && !this.#isClosed) this.#follow(contents);
    }
  }

  #follow({ names, problem }: Contents): void {
    this.#problem = problem;
    for (const [name, tool] of this.#tools) {
      if (names.includes(name)) continue;
      tool.drop();
      this.#tools.delete(name);
    }
    for (const name of names) {
      if (!this.#tools.has(name)) this.#tools.set(name, this.#makeTool(this.folder, name));
      void this.#tools.get(name)?.refresh();
    }
    this.#onChange();
  }

  async #look(): Promise<Contents> {
    try {
      const real = await realpath(this.folder);
      const { base, below, project } = this.place;
      // The person may keep their own tools elsewhere. A project's tools must be part of the folder that was trusted.
      if (project !== null && real !== path.join(await realpath(base), ...below))
        return { names: [], problem: `It is a link to ${real}. Tools are only loaded from the folder itself.` };
      const entries = await readdir(real, { withFileTypes: true });
      const names = entries
        .filter(isToolFolder)
        .map(({ name }) => name)
        .sort();
      const problem = names.length > mostTools ? `It has ${names.length} folders. Only the first ${mostTools} are loaded.` : null;
      return { names: names.slice(0, mostTools), problem };
    } catch (error) {
      const code = codeOf(error);
      const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
      return { names: [], problem: isMissing ? null : `It can’t be read (${code ?? 'unknown error'}).` };
    }
  }
}

/** A link is listed with an error: passing it over would leave its author guessing. */
const isToolFolder = (entry: Dirent): boolean =>
  (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.') && entry.name !== 'node_modules';
