import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FolderTools } from '../src/main/tools/folder-tools';
import type { OfferedTool } from '../src/main/tools/offered-tool';
import { type ToolLimits, toolLimits } from '../src/main/tools/tool-process';
import type { StartToolProcess } from '../src/main/tools/tool-process-child';
import { forkToolProcess } from '../src/main/tools/tool-process-fork';
import type { ToolSummary } from '../src/shared/tool-summary';
import { until } from './until';

export interface ToolFoldersOptions {
  readonly projects?: () => readonly string[];
  readonly limits?: ToolLimits;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Like the app's, but a test waits until everything is loaded. */
const patient: ToolLimits = { ...toolLimits, prepareMs: 60_000 };

/** A user data folder and a project in temporary folders, with tools in them that run in real processes. */
export class ToolFolders {
  readonly base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'signalbox-tools-')));
  readonly userData = path.join(this.base, 'data');
  readonly project = path.join(this.base, 'project');
  readonly tools: FolderTools;
  /** How many processes were started. */
  started = 0;
  now = 1_000_000;

  constructor(entry: string, { projects = () => [this.project], limits = patient, env = process.env }: ToolFoldersOptions = {}) {
    mkdirSync(this.userData);
    mkdirSync(this.project);
    const fork = forkToolProcess(entry);
    const start: StartToolProcess = (plan) => {
      this.started += 1;
      return fork(plan);
    };
    this.tools = new FolderTools({
      userData: this.userData,
      env,
      start,
      builtInNames: ['ask_user'],
      projects,
      limits,
      now: () => this.now,
    });
  }

  /** Writes a file of one of the person's own tools. */
  write(name: string, code: string, file = 'tool.ts'): void {
    this.#write(path.join(this.userData, 'tools', name, file), code);
  }

  writeInProject(name: string, code: string, file = 'tool.ts'): void {
    this.#write(path.join(this.project, '.signalbox/tools', name, file), code);
  }

  folderOf(name: string): string {
    return path.join(this.userData, 'tools', name);
  }

  offered(trusted = true): readonly OfferedTool[] {
    return this.tools.toolsFor({ folder: this.project, trusted });
  }

  tool(name: string): OfferedTool {
    const found = this.offered().find((one) => one.name === name);
    if (!found) throw new Error(`There is no tool ${name}: ${JSON.stringify(this.tools.list)}`);
    return found;
  }

  /** The entry of a folder, by the folder's name. */
  entry(name: string): ToolSummary | undefined {
    return this.tools.list.find(({ id }) => path.basename(id) === name);
  }

  /** Waits until a tool is in a state, and returns its entry. */
  state(name: string, state: ToolSummary['state']): Promise<ToolSummary> {
    return until(() => {
      const entry = this.entry(name);
      if (entry?.state !== state) throw new Error(`${name} is not ${state}: ${JSON.stringify(entry)}`);
      return entry;
    });
  }

  /** Loads everything that there is. */
  prepare(): Promise<void> {
    return this.tools.prepare({ folder: this.project, trusted: true });
  }

  async close(): Promise<void> {
    await this.tools.close();
    rmSync(this.base, { recursive: true, force: true });
  }

  #write(file: string, code: string): void {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
}

/** The code of a tool whose handler has this body. */
export const toolCode = (name: string, body: string, before = ''): string => `
import { defineTool, ToolError } from 'signalbox/tools';
${before}
export default defineTool<{ readonly text?: string }>({
  name: ${JSON.stringify(name)},
  description: 'A test.',
  parameters: { type: 'object', properties: { text: { type: 'string' } } },
  async handler(args, ctx) { ${body} },
});
`;
