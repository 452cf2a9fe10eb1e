import { AppError } from '../../shared/errors';
import { ToolSourceId, type ToolSummary } from '../../shared/tool-summary';
import { Emitter } from '../base/emitter';
import { FolderRoot } from './folder-root';
import { FolderSwitches } from './folder-switches';
import { FolderTool } from './folder-tool';
import type { OfferedTool, ToolSession } from './offered-tool';
import type { FolderToolSource } from './tool-catalog';
import { type ToolLimits, toolLimits } from './tool-process';
import { type StartToolProcess, toolEnvironment } from './tool-process-child';

/** A log may grow line by line, and nobody reads it faster than this. */
const logDelayMs = 1_000;
/** The processes of tools that nobody needs may go on for this long. */
const pruneDelayMs = 10_000;

export interface FolderToolsOptions {
  readonly userData: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly start: StartToolProcess;
  /** Names that no folder may use. */
  readonly builtInNames: readonly string[];
  /** The trusted folders of the open sessions. */
  readonly projects: () => readonly string[];
  /** Tests have less patience. */
  readonly limits?: ToolLimits;
  readonly now?: () => number;
}

/**
 * The tools from folders: the person's own in `<user data>/tools`, and those of trusted sessions in `.signalbox/tools`. Nothing is read
 * and no process is started before somebody needs them.
 */
export class FolderTools implements FolderToolSource {
  readonly switches: FolderSwitches;
  readonly #options: FolderToolsOptions;
  readonly #env: Readonly<Record<string, string>>;
  readonly #limits: ToolLimits;
  /** By the session's folder; the person's own have the key null. */
  readonly #roots = new Map<string | null, FolderRoot>();
  readonly #changed = new Emitter<void>();
  #logTimer: NodeJS.Timeout | null = null;
  #pruneTimer: NodeJS.Timeout | null = null;

  constructor(options: FolderToolsOptions) {
    this.#options = options;
    this.#env = toolEnvironment(options.env);
    this.#limits = options.limits ?? toolLimits;
    this.switches = new FolderSwitches(options.userData);
  }

  /** A tool changed, or its log grew. */
  readonly onChange = this.#changed.on;

  get list(): readonly ToolSummary[] {
    return [...this.#roots.values()].flatMap((root) => [
      ...(root.problem === null ? [] : [problemOf(root, root.problem)]),
      ...root.tools.map((tool) => this.#summaryOf(tool, root.place.project)),
    ]);
  }

  toolsFor({ folder, trusted }: ToolSession): readonly OfferedTool[] {
    this.#open(null);
    if (trusted) this.#open(folder);
    return [...this.#ownersOfNames(trusted ? folder : null).values()].flatMap(({ offered }) => offered ?? []);
  }

  async prepare({ folder, trusted }: ToolSession): Promise<void> {
    const loaded = Promise.all([null, ...(trusted ? [folder] : [])].map((project) => this.#open(project).refresh()));
    // A session must not wait for a tool that hangs.
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, this.#limits.prepareMs);
    });
    await Promise.race([loaded, late]);
    clearTimeout(timer);
  }

  /** Loads what Settings lists: the person's own tools, and those of the open sessions. */
  openAll(): void {
    for (const project of [null, ...this.#options.projects()]) this.#open(project);
  }

  /** Prunes in a moment. Sessions change often, and looking at all of them takes time. */
  pruneSoon(): void {
    this.#pruneTimer ??= setTimeout(() => {
      this.#pruneTimer = null;
      this.prune();
    }, pruneDelayMs).unref();
  }

  /** Drops the tools of folders in which no session is open any more. */
  prune(): void {
    const wanted = new Set<string | null>([null, ...this.#options.projects()]);
    const unused = [...this.#roots].filter(([project]) => !wanted.has(project));
    for (const [project, root] of unused) {
      root.drop();
      this.#roots.delete(project);
    }
    if (unused.length > 0) this.#changed.emit();
  }

  setEnabled(id: ToolSourceId, enabled: boolean): void {
    const tool = this.#find(id);
    this.switches.set(id, enabled);
    tool.setEnabled(enabled);
  }

  reload(id: ToolSourceId): void {
    const root = [...this.#roots.values()].find(({ folder }) => folder === id);
    void (root ? root.scan() : this.#find(id).reload());
  }

  async close(): Promise<void> {
    for (const timer of [this.#logTimer, this.#pruneTimer]) if (timer) clearTimeout(timer);
    const roots = [...this.#roots.values()];
    this.#roots.clear();
    await Promise.all(roots.map((root) => root.close()));
    this.switches.disk.close();
  }

  #open(project: string | null): FolderRoot {
    const known = this.#roots.get(project);
    if (known) return known;
    const place =
      project === null
        ? { base: this.#options.userData, below: ['tools'], project }
        : { base: project, below: ['.signalbox', 'tools'], project };
    const root = new FolderRoot(
      place,
      (folder, name) => this.#makeTool(folder, name, project),
      () => this.#changed.emit(),
    );
    this.#roots.set(project, root);
    void root.scan();
    return root;
  }

  #makeTool(root: string, name: string, project: string | null): FolderTool {
    const { start, now = Date.now } = this.#options;
    const tool = new FolderTool({ root, name, project, switches: this.switches, start, env: this.#env, limits: this.#limits, now });
    tool.onChange(() => this.#changed.emit());
    tool.onLog(() => this.#tellLogSoon());
    return tool;
  }

  #tellLogSoon(): void {
    this.#logTimer ??= setTimeout(() => {
      this.#logTimer = null;
      this.#changed.emit();
    }, logDelayMs).unref();
  }

  /** Who owns each name, for the sessions in a folder: the person's own tools come first, and then the order of the folders. */
  #ownersOfNames(project: string | null): ReadonlyMap<string, FolderTool> {
    const places = project === null ? [null] : [null, project];
    const tools = places.flatMap((place) => this.#roots.get(place)?.tools ?? []);
    const owners = new Map<string, FolderTool>();
    for (const tool of tools) {
      const name = tool.offered?.name;
      if (name !== undefined && !owners.has(name) && !this.#options.builtInNames.includes(name)) owners.set(name, tool);
    }
    return owners;
  }

  #summaryOf(tool: FolderTool, project: string | null): ToolSummary {
    const { summary, offered } = tool;
    const owner = offered && this.#ownersOfNames(project).get(offered.name);
    if (offered === null || owner === tool) return summary;
    const taken = owner ? `Another tool has the name “${offered.name}”: ${owner.id}` : `“${offered.name}” is a built-in tool.`;
    return { ...summary, state: 'failed', error: `${taken} Give this one another name.` };
  }

  #find(id: ToolSourceId): FolderTool {
    const tools = [...this.#roots.values()].flatMap(({ tools }) => tools);
    const found = tools.find((tool) => tool.id === id);
    if (!found) throw new AppError('not-found', 'There is no such tool folder any more.');
    return found;
  }
}

/** What is wrong with a folder of tools, as an entry of the list. */
const problemOf = ({ folder, place }: FolderRoot, problem: string): ToolSummary => ({
  id: ToolSourceId.parse(folder),
  name: place.below.join('/'),
  title: place.below.join('/'),
  description: '',
  source: { kind: 'folder', folder, project: place.project },
  state: 'failed',
  error: problem,
  log: [],
});
