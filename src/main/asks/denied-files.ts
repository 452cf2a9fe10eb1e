import type { Rule } from '../../shared/rule';
import { searchTools, Tool } from '../../shared/tools';
import { invocationOf } from '../shell/findings';
import { absolutePath, absolutePaths } from '../shell/paths';
import { programOf } from '../shell/program-name';
import { recordOf } from '../shell/programs/record-of';
import type { ShellReading, SimpleCommand } from '../shell/simple-command';
import { writtenBy } from '../shell/writes';
import { leadsTowards, pathMatches } from './rule-paths';
import { pathOf, type ToolCall } from './tool-call';

/** Programs that read all files below a folder: one of their arguments, or the one they run in. */
const readsBelow = /^(rg|[ef]?grep|find|fd|fdfind|tree|ag|ack|git|tar|zip|rsync|cp|scp|diff|du|ls)$/;

/**
 * Whether a command touches a file that a deny rule for a file tool names: `deny Edit(src/**)` and `echo x > src/a`. A rule for one
 * tool does not decide a call of another, so a person decides such a command.
 */
export function touchesDenied(rules: readonly Rule[], { commands }: ShellReading, call: ToolCall): boolean {
  const contents = (tool: string): string[] =>
    rules.flatMap((rule) => (rule.behavior === 'deny' && rule.tool === tool && rule.content !== null ? [rule.content] : []));
  const [edits, reads] = [contents(Tool.Edit), contents(Tool.Read)];
  if (edits.length === 0 && reads.length === 0) return false;
  return commands.some((command) => writesDenied(edits, command, call) || readsDenied(reads, command, call));
}

function writesDenied(denied: readonly string[], command: SimpleCommand, call: ToolCall): boolean {
  return writtenBy(command, invocationOf(command, call)).some(
    ({ literal, raw }) => denied.length > 0 && (literal === null || isDenied(denied, raw, command, call)),
  );
}

function readsDenied(denied: readonly string[], command: SimpleCommand, call: ToolCall): boolean {
  if (denied.length === 0) return false;
  const words = [...command.words.slice(1), ...command.redirects.map(({ target }) => target)];
  if (words.some(({ literal, raw }) => literal === null || isDenied(denied, raw, command, call))) return true;
  const program = programOf(command.words) ?? '';
  if (!readsBelow.test(program)) return false;
  const args = command.words.slice(1).map(({ raw }) => raw);
  const named = recordOf(program)?.reads?.(args, { isRepositoryTop: () => false }) ?? [];
  return (named.length > 0 ? named : ['.', ...args]).some((word) => leadsToDenied(denied, word, command, call));
}

const isDenied = (denied: readonly string[], word: string, { places }: SimpleCommand, call: ToolCall): boolean =>
  places === null ||
  absolutePaths(word, places, call).some((file) =>
    denied.some((content) => pathMatches(content, { ...call, tool: Tool.Read, input: { file_path: file } }, 'deny')),
  );

const leadsToDenied = (denied: readonly string[], word: string, { places }: SimpleCommand, call: ToolCall): boolean =>
  absolutePaths(word, places, call).some((folder) => denied.some((content) => leadsTowards(content, folder, call)));

/** Whether a search covers a folder that may not be read: `deny Read(src/**)` and a Grep of the whole folder. */
export function searchesDenied(rules: readonly Rule[], call: ToolCall): boolean {
  if (!searchTools.has(call.tool)) return false;
  const folder = pathOf(call);
  const absolute = folder === null ? null : absolutePath(folder, call.cwd, call.home);
  return rules.some(
    ({ behavior, tool, content }) =>
      behavior === 'deny' && tool === Tool.Read && content !== null && (absolute === null || leadsTowards(content, absolute, call)),
  );
}
