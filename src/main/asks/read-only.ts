import type { McpHints } from '../../shared/mcp-hints';
import { parseMcpTool, readTools, Tool } from '../../shared/tools';
import { isReadOnlyShell, isSafeToRead } from '../shell/read-only';
import { mayMatchSecret } from '../shell/secrets';
import { isReadOnlyMcp } from './mcp-read-only';
import { globsOf, pathOf, type ToolCall, textOf } from './tool-call';

export interface ReadOnlyCall extends ToolCall {
  /** What the MCP server says about its tool. */
  readonly mcpHints?: McpHints | null | undefined;
}

/** Whether a call certainly reads only, inside the folder, and nothing that looks like a secret. */
export function isReadOnly(question: ReadOnlyCall): boolean {
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

/** A plain pattern stays in its folder, does not look for hidden files, and is short enough to be checked. */
const isPlainGlob = (glob: string): boolean =>
  glob.length < 500 && !mayMatchSecret(glob) && !/^[/~\\]|\.\.|^[A-Za-z]:|(^|\/)\.[^/]*[*?]|[{[][^}\]]*[./~][^}\]]*[}\]]/.test(glob);

/** The fixed part of a pattern, before any wildcard. It can be a link. */
const folderOf = (glob: string): string => {
  const fixed = glob.slice(0, Math.max(0, glob.search(/[*?[{]/)));
  return fixed.includes('/') ? fixed.slice(0, fixed.lastIndexOf('/')) || '.' : '.';
};
