import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isFileTool, parseMcpTool, Tool, toolKind } from '../../shared/tools';
import type { ToolCall } from '../asks/call';
import { absolutePath } from '../shell/paths';

/** Whether a hook changed a call before it was asked: what would run differs from what Claude said. */
export function isChangedByHook(said: Readonly<Record<string, unknown>>, call: Omit<ToolCall, 'realpath'>): boolean {
  const { tool, input } = call;
  const names = Object.keys(isSentAsSaid(tool) ? { ...said, ...input } : said);
  return names.some((name) => !isSame(said[name], input[name], isFileTool(tool) && pathFields.has(name) ? call : null));
}

/** The CLI makes these absolute before it asks. Everything else of a call it sends as it tells it in the transcript. */
const pathFields: ReadonlySet<string> = new Set(['file_path', 'notebook_path', 'path']);

/** To some other tools the CLI adds fields of its own: to Workflow the whole script. */
const isSentAsSaid = (tool: string): boolean =>
  tool === Tool.Bash || toolKind(tool) === 'web' || isFileTool(tool) || parseMcpTool(tool) !== null;

function isSame(said: unknown, asked: unknown, where: Pick<ToolCall, 'cwd' | 'home'> | null): boolean {
  if (isDeepStrictEqual(said, asked)) return true;
  if (where === null || typeof said !== 'string' || typeof asked !== 'string') return false;
  const place = (written: string): string => path.normalize(absolutePath(written.trim(), where.cwd, where.home) ?? written);
  return place(said) === place(asked);
}
