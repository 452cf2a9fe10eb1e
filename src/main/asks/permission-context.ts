import os from 'node:os';
import type { McpHints } from '../../shared/mcp-hints';
import { mustAsk } from '../../shared/person-only';
import type { Rule } from '../../shared/rule';
import type { PermissionMode } from '../../shared/session';
import { listOnDisk, realPathOnDisk, realPathsOnce } from '../shell/real-path';
import type { IncomingAsk } from './desk-dependencies';
import { judge, type Verdict } from './judge';

/** The facts about a session that its calls are judged by. */
export interface PermissionContext {
  readonly mode: PermissionMode;
  /** When the mode "all" ends. */
  readonly until: number | null;
  readonly folder: string;
  /** What an MCP server says about its tool. Null if that is not known. */
  readonly mcpHints: (tool: string) => McpHints | null;
}

/** How rules and risk marks look at the disk. */
export const diskContext = { home: os.homedir(), realpath: realPathOnDisk };

/** Gathers the facts about a call and judges it. */
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
      home: diskContext.home,
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
