import path from 'node:path';
import { searchTools, Tool } from '../../shared/tools';
import { absolutePath, type FolderContext } from '../shell/paths';

/** A tool call, with the folders that its paths are relative to. */
export interface ToolCall extends FolderContext {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The first of these fields of an input that is a text and not empty. */
export function textOf(input: Readonly<Record<string, unknown>>, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = input[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

/** The file or folder that a file tool names. A search without one is in the session's folder. The CLI trims the name. */
export function pathOf({ tool, input, cwd }: Pick<ToolCall, 'tool' | 'input' | 'cwd'>): string | null {
  const searches = searchTools.has(tool);
  const named = searches
    ? textOf(input, 'path')
    : textOf(input, ...(tool === Tool.NotebookEdit || tool === Tool.NotebookRead ? ['notebook_path', 'file_path'] : ['file_path']));
  return named?.trim() || (searches && input.path === undefined ? cwd : null);
}

/** The absolute path of the file that the CLI would open. To the CLI `~name` is a plain file name. */
export function namedFile(call: Pick<ToolCall, 'tool' | 'input' | 'cwd' | 'home'>): string | null {
  const written = pathOf(call);
  if (written === null) return null;
  return path.resolve(absolutePath(written, call.cwd, call.home) ?? `${call.cwd}/${written}`).normalize('NFC');
}

/** The file name patterns of a search. The CLI splits `glob` at blanks, and at commas outside of braces. */
export function globsOf({ tool, input }: Pick<ToolCall, 'tool' | 'input'>): string[] {
  const glob = textOf(input, 'glob');
  const pattern = tool === Tool.Glob ? textOf(input, 'pattern') : null;
  return [...(glob === null ? [] : [glob, ...glob.slice(0, 1_000).split(/[\s,]+/, 50)]), ...(pattern === null ? [] : [pattern])];
}
