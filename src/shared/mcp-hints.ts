import { z } from 'zod';

/** What an MCP server says of one of its tools. It may be wrong, or a lie. */
export const McpHints = z.object({
  /** It changes nothing. */
  readOnly: z.boolean(),
  /** It reaches out to other machines. */
  openWorld: z.boolean(),
  /** It may destroy something. */
  destructive: z.boolean(),
});
export type McpHints = z.infer<typeof McpHints>;
