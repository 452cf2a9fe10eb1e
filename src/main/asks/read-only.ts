import type { McpHints } from '../../shared/mcp-hints';
import { parseMcpTool, readTools, Tool } from '../../shared/tools';
import { isReadOnlyShell, isSafeToRead } from '../shell/read-only';
import { mayMatchSecret } from '../shell/secrets';
import { globsOf, pathOf, type ToolCall, textOf } from './call';
import { isReadOnlyMcp } from './mcp-read-only';

/** A call, and what is known of the tool of a server. */
export interface ReadOnlyQuestion extends ToolCall {
  /** What the MCP server says of its tool. */
  readonly mcpHints?: McpHints | null | undefined;
}

/** Whether a call is shown to only read, inside the folder, and nothing that looks like a secret. Any doubt is a no. */
export function isReadOnly(question: ReadOnlyQuestion): boolean {
  const { tool, input } = question;
  const mcp = parseMcpTool(tool);
  if (mcp) return isReadOnlyMcp(mcp.tool, question.mcpHints, question);
  if (tool === Tool.Bash) {
    const command = textOf(input, 'command');
    const plain = !input.run_in_background && !input.dangerouslyDisableSandbox;
    return plain && command !== null && isReadOnlyShell(command, question);
  }
  if (!readTools.has(tool)) return false;
  const place = pathOf(question);
  return (
    place !== null &&
    isSafeToRead(place, ['.'], question) &&
    globsOf(question).every((name) => isPlainGlob(name) && isSafeToRead(folderOf(name), [place], question))
  );
}

/** Not one that leads out of its folder, is there to find hidden files, or is too long to be checked. */
const isPlainGlob = (glob: string): boolean =>
  glob.length < 500 && !mayMatchSecret(glob) && !/^[/~\\]|\.\.|^[A-Za-z]:|(^|\/)\.[^/]*[*?]|[{[][^}\]]*[./~][^}\]]*[}\]]/.test(glob);

/** The folder that a pattern certainly starts from, which may be a link. */
const folderOf = (glob: string): string => {
  const fixed = glob.slice(0, Math.max(0, glob.search(/[*?[{]/)));
  return fixed.includes('/') ? fixed.slice(0, fixed.lastIndexOf('/')) || '.' : '.';
};
