import path from 'node:path';
import { searchTools, Tool } from '../../shared/tools';
import { absolutePath, type FolderContext } from '../shell/paths';

/** A tool call as it is judged: what would run, and where. */
export interface ToolCall extends FolderContext {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A value of a call's input, when it is text that says something. */
export function textOf(input: Readonly<Record<string, unknown>>, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = input[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

/** The file or folder that a file tool names; a search without one is of the session's folder. The CLI drops blanks at the ends. */
export function pathOf({ tool, input, cwd }: Pick<ToolCall, 'tool' | 'input' | 'cwd'>): string | null {
  const searches = searchTools.has(tool);
  const named = searches
    ? textOf(input, 'path')
    : textOf(input, ...(tool === Tool.NotebookEdit || tool === Tool.NotebookRead ? ['notebook_path', 'file_path'] : ['file_path']));
  return named?.trim() || (searches && input.path === undefined ? cwd : null);
}

/** The file that a file tool names, where the CLI would open it. `~name` is a name like any other to the CLI. */
export function namedFile(call: Pick<ToolCall, 'tool' | 'input' | 'cwd' | 'home'>): string | null {
  const written = pathOf(call);
  if (written === null) return null;
  return path.resolve(absolutePath(written, call.cwd, call.home) ?? `${call.cwd}/${written}`).normalize('NFC');
}

/** The patterns of file names that a search is given. The CLI splits `glob` at blanks, and at commas outside of braces. */
export function globsOf({ tool, input }: Pick<ToolCall, 'tool' | 'input'>): string[] {
  const glob = textOf(input, 'glob');
  const pattern = tool === Tool.Glob ? textOf(input, 'pattern') : null;
  return [...(glob === null ? [] : [glob, ...glob.slice(0, 1_000).split(/[\s,]+/, 50)]), ...(pattern === null ? [] : [pattern])];
}
