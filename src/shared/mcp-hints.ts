import { z } from 'zod';

/** A server's claims about one of its tools. They may be wrong, or lies. */
export const McpHints = z.object({
  /** It changes nothing. */
  readOnly: z.boolean(),
  /** It contacts other machines. */
  openWorld: z.boolean(),
  /** It may destroy something. */
  destructive: z.boolean(),
});
export type McpHints = z.infer<typeof McpHints>;
