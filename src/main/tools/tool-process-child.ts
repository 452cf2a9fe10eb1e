import type { ToTool } from '../../tool-process/messages';
import { removeElectronVariables } from '../base/child-environment';

/** The process of one tool, however it was started. */
export interface ToolChild {
  /** What it prints. */
  readonly output: readonly NodeJS.ReadableStream[];
  post(message: ToTool): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, when the process is gone or could not be started. */
  onEnd(listener: (end: ChildEnd) => void): void;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

export interface ChildEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it could not be started; null if it ran. */
  readonly failure: string | null;
}

export interface ToolProcessPlan {
  /** The tool's folder, in which the process starts. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a process that runs src/tool-process/main.ts. */
export type StartToolProcess = (plan: ToolProcessPlan) => ToolChild;

/** Variables of ours and of Claude Code, among which are keys, and options of Node that are not meant for a tool. */
const withheld = /^(SIGNALBOX_|ANTHROPIC_|CLAUDE_|CLAUDECODE$|NODE_OPTIONS$|NODE_CHANNEL_)/;

/** The environment of a tool: the person's own, as in a terminal. */
export function toolEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(removeElectronVariables(env)).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries.filter(([name]) => !withheld.test(name)));
}
