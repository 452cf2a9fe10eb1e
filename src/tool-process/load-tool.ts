import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { messageOf } from '../shared/errors';
import { defineTool, ToolError } from '../tool-api/definition';
import { type CheckedTool, checkDefinition } from './check-definition';
import { logLine } from './log-line';

/** Loads the file of a tool and checks what it exports. Returns what is wrong in a sentence, or the tool. */
export async function loadTool(file: string): Promise<CheckedTool | string> {
  resolveImports();
  try {
    const loaded: unknown = await import(pathToFileURL(file).href);
    return checkDefinition(loaded);
  } catch (error) {
    logLine(error);
    return `${messageOf(error).slice(0, 2_000)}${placeOf(error, path.dirname(file))}`;
  }
}

const apiName = 'signalbox/tools';
const apiUrl = 'signalbox:tools';
const apiKey = Symbol.for('signalbox.tools');
const api = { defineTool, ToolError };

/** Makes `signalbox/tools` this process's own API, so that `ToolError` is the same class for the author and for us. */
function resolveImports(): void {
  Object.defineProperty(globalThis, apiKey, { value: api });
  const source = `export const { ${Object.keys(api).join(', ')} } = globalThis[Symbol.for(${JSON.stringify(apiKey.description)})];`;
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === apiName) return { url: apiUrl, format: 'module', shortCircuit: true };
      const found = next(specifier, context);
      // Whatever a package.json above says, a tool is written with import and export.
      return /^file:.*\.ts$/.test(found.url) ? { ...found, format: 'module-typescript' } : found;
    },
    load: (url, context, next) => (url === apiUrl ? { format: 'module', source, shortCircuit: true } : next(url, context)),
  });
}

/** Where in the tool's own files an error was thrown, as ` (tool.ts:3)`. */
function placeOf(error: unknown, folder: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const [, place = '', line = ''] of stack.matchAll(/((?:file:\/\/)?\/[^\s()]+?):(\d+)/g)) {
    const relative = path.relative(folder, place.startsWith('file:') ? fileURLToPath(place) : place);
    if (!relative.startsWith('..')) return ` (${relative}:${line})`;
  }
  return '';
}
