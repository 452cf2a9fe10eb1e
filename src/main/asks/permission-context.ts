import os from 'node:os';
import { mustAsk } from '../../shared/looked-at';
import type { McpHints } from '../../shared/mcp-hints';
import type { Rule } from '../../shared/rule';
import type { PermissionMode } from '../../shared/session';
import { listOnDisk, realPathOnDisk, realPathsOnce } from '../shell/real-path';
import type { IncomingAsk } from './desk-dependencies';
import { judge, type Verdict } from './judge';

/** What must be known of a session to judge its calls. */
export interface PermissionContext {
  readonly mode: PermissionMode;
  /** When "all" runs out. */
  readonly until: number | null;
  readonly folder: string;
  /** What an MCP server says of its tool; null when that is not known. */
  readonly mcpHints: (tool: string) => McpHints | null;
}

/** The disk as rules and risk see it. */
export const whereNow = { home: os.homedir(), realpath: realPathOnDisk };

/** Gathers what there is to know about a call, and has it judged. */
export function judgeAsk(
  { ask, input }: IncomingAsk,
  { mode, until, folder, mcpHints }: PermissionContext,
  rules: readonly Rule[],
): Verdict {
  return judge({
    mode,
    rules,
    call: {
      tool: ask.tool,
      input,
      sessionId: ask.sessionId,
      cwd: folder,
      home: whereNow.home,
      realpath: realPathsOnce(),
      list: listOnDisk,
      mcpHints: mcpHints(ask.tool),
    },
    marks: ask.marks,
    mustAsk: mustAsk(ask),
    now: Date.now(),
    allUntil: until,
  });
}
