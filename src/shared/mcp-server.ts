import { z } from 'zod';

/** The MCP server that an ask's call goes to, as the CLI names it. Both texts are escaped and short. */
export const McpServer = z.strictObject({
  /** The key in the configuration that defines it. */
  name: z.string(),
  /** Where that configuration is: `user`, `project`, `local`, `plugin`… Later versions of the CLI may name other places. */
  source: z.string(),
});
export type McpServer = z.infer<typeof McpServer>;

const places = new Map([
  ['user', 'from your own Claude settings'],
  ['local', 'that you added for this folder'],
  ['project', 'from the project’s .mcp.json'],
  ['plugin', 'from a plugin'],
  ['claudeai', 'from your claude.ai account'],
  ['managed', 'from your organization'],
  ['enterprise', 'from your organization'],
  ['agent', 'from a subagent’s definition'],
  ['dynamic', 'given to Claude Code when it was started'],
]);

/** Says in one line which server it is and where it was configured. */
export const mcpServerWords = ({ name, source }: McpServer): string => `MCP server ${name}, ${sourceWords(source)}`;

/** Says where a server was configured. */
export const sourceWords = (source: string): string => places.get(source) ?? `from a place that Claude Code calls “${source}”`;

/** One MCP server of a session, as the run reports it. */
export const McpServerStatus = z.strictObject({
  name: z.string(),
  state: z.enum(['connected', 'pending', 'failed', 'needs-sign-in', 'off']),
  /** Where it is configured, such as `user`; null when the CLI does not say. */
  source: z.string().nullable(),
  /** Why it failed; null if it did not, or the CLI does not say. */
  error: z.string().nullable(),
  /** The version that the server reports. */
  version: z.string().nullable(),
  /** The server is Signalbox itself. */
  isOurs: z.boolean(),
  tools: z.array(z.strictObject({ name: z.string(), description: z.string(), readOnly: z.boolean() })),
});
export type McpServerStatus = z.infer<typeof McpServerStatus>;
