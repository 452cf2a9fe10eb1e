import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isFileTool, parseMcpTool, Tool, toolKind } from '../../shared/tools';
import type { ToolCall } from '../asks/tool-call';
import { absolutePath } from '../shell/paths';

/** Whether a hook changed a call before the CLI asked: the input differs from what Claude wrote. */
export function isChangedByHook(said: Readonly<Record<string, unknown>>, call: Omit<ToolCall, 'realpath'>): boolean {
  const { tool, input } = call;
  const names = Object.keys(isSentUnchanged(tool) ? { ...said, ...input } : said);
  return names.some((name) => !isSame(said[name], input[name], isFileTool(tool) && pathFields.has(name) ? call : null));
}

/** The CLI makes these paths absolute before it asks. It sends the other fields as they are in the transcript. */
const pathFields: ReadonlySet<string> = new Set(['file_path', 'notebook_path', 'path']);

/** The CLI adds its own fields to some other tools, for example the whole script to Workflow. */
const isSentUnchanged = (tool: string): boolean =>
  tool === Tool.Bash || toolKind(tool) === 'web' || isFileTool(tool) || parseMcpTool(tool) !== null;

function isSame(said: unknown, asked: unknown, where: Pick<ToolCall, 'cwd' | 'home'> | null): boolean {
  if (isDeepStrictEqual(said, asked)) return true;
  if (where === null || typeof said !== 'string' || typeof asked !== 'string') return false;
  const place = (written: string): string => path.normalize(absolutePath(written.trim(), where.cwd, where.home) ?? written);
  return place(said) === place(asked);
}
