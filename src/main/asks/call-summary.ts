import { escapeInvisible } from '../../shared/invisible';
import { pathInFolder } from '../../shared/path-in-folder';
import { isFileTool, parseMcpTool, Tool, toolKind } from '../../shared/tools';
import { truncate, truncateLine } from '../../shared/truncate';
import { type ToolCall, textOf } from './tool-call';

/** One line about a call, for places that show nothing else of it. */
export interface CallSummary {
  readonly line: string;
  /**
   * Whether the line alone is enough to judge the call:
   * - A command is in the line as it would run. Only single line breaks are drawn, as ⏎.
   * - A file tool's line names the file. What it would write is left out: outside the folder, in a secret or in a file that
   *   governs what may run, the call has a mark, and a mark needs a look anyway.
   * - Any other tool does only what its arguments say, so all of them are in the line.
   * A line that was shortened, or in which blanks or invisible characters were replaced, is not enough.
   */
  readonly isComplete: boolean;
}

/** What a description says, and whether it leaves out something that matters. */
interface Description {
  readonly text: string;
  readonly isComplete: boolean;
}

const longestLine = 160;

/** What a call would do, in one line of plain words. */
export function summarizeCall(call: Pick<ToolCall, 'tool' | 'input' | 'cwd'>): CallSummary {
  const { text, isComplete } = describe(call);
  const line = escapeInvisible(text).replaceAll(/\s+/g, ' ').trim();
  return { line: truncateLine(line, longestLine), isComplete: isComplete && line === text && line.length <= longestLine };
}

function describe({ tool, input, cwd }: Pick<ToolCall, 'tool' | 'input' | 'cwd'>): Description {
  const mcp = parseMcpTool(tool);
  if (mcp) return withArguments(`Calls ${mcp.tool} of ${mcp.server}`, input);
  if (toolKind(tool) === 'command') return describeCommand(input);
  if (isFileTool(tool)) return describeFileTool(tool, input, cwd);
  switch (tool) {
    case Tool.WebFetch:
      return describeBy('Fetches', textOf(input, 'url'), 'a page');
    case Tool.WebSearch:
      return describeBy('Searches the web for', textOf(input, 'query'), '');
    case Tool.Skill: {
      const { skill, command, ...others } = input;
      return withArguments(`Uses the skill ${textOf({ skill, command }, 'skill', 'command') ?? ''}`, others);
    }
    case Tool.Agent:
    case Tool.Task:
      // The instructions are too long for a line.
      return { text: `Starts a subagent: ${textOf(input, 'description') ?? ''}`, isComplete: false };
    case Tool.ReceiveMessage:
      // Nobody knows its text before it is let in.
      return { text: `Lets in ${textOf(input, 'messages') ?? 'a message'}`, isComplete: false };
    case Tool.AskUserQuestion:
      return { text: 'Asks you a question', isComplete: false };
    case Tool.ExitPlanMode:
      return { text: 'Has a plan ready', isComplete: false };
    default:
      return withArguments(`Uses ${tool}`, input);
  }
}

const describeBy = (verb: string, named: string | null, otherwise: string): Description => ({
  text: `${verb} ${named ?? otherwise}`,
  isComplete: named !== null,
});

/** Fields of a shell call that are in the line, change nothing of what runs, or have a mark of their own. */
const shellFields: ReadonlySet<string> = new Set(['command', 'description', 'timeout', 'run_in_background', 'dangerouslyDisableSandbox']);

function describeCommand(input: ToolCall['input']): Description {
  const command = textOf(input, 'command') ?? '';
  const line = inOneLine(command);
  const isExact = line.replaceAll(lineBreak, '\n') === command.replace(/\n+$/, '');
  return {
    text: `Runs \`${line}\`${input.run_in_background === true ? ' in the background' : ''}`,
    isComplete: command !== '' && isExact && Object.keys(input).every((field) => shellFields.has(field)),
  };
}

const lineBreak = ' ⏎ ';

/** A new line begins another command, which a space would make a word of the one before. */
const inOneLine = (command: string): string => command.trim().replaceAll(/\s+/g, (blanks) => (blanks.includes('\n') ? lineBreak : blanks));

function describeFileTool(tool: string, input: ToolCall['input'], cwd: string): Description {
  const named = textOf(input, 'file_path', 'notebook_path', 'path');
  const file = named === cwd ? null : named && pathInFolder(named, cwd);
  const pattern = textOf(input, 'pattern') ?? '';
  switch (tool) {
    case Tool.Write: {
      const size = typeof input.content === 'string' ? ` (${countLines(input.content)})` : '';
      return { text: `Writes ${file ?? 'a file'}${size}`, isComplete: file !== null };
    }
    case Tool.Read:
    case Tool.NotebookRead:
      return describeBy('Reads', file, 'a file');
    case Tool.LS:
      return { text: `Lists ${file ?? 'the folder'}`, isComplete: true };
    case Tool.Glob:
      return { text: `Looks for files named ${pattern} in ${file ?? 'the folder'}`, isComplete: pattern !== '' };
    case Tool.Grep:
      return { text: `Searches ${file ?? 'the folder'} for ${pattern}`, isComplete: pattern !== '' };
    default:
      return describeBy('Edits', file, 'a file');
  }
}

function countLines(content: string): string {
  const count = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length;
  return `${count} ${count === 1 ? 'line' : 'lines'}`;
}

/** Values are JSON, so that no value can look like another argument. */
function withArguments(text: string, input: ToolCall['input']): Description {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  if (given.length === 0) return { text, isComplete: true };
  const listed = given.map(([name, value]) => `${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)} ${JSON.stringify(value)}`).join(', ');
  // More than any line shows: replacing characters in megabytes would take long.
  return { text: `${text}: ${truncate(listed, 4 * longestLine)}`, isComplete: true };
}
