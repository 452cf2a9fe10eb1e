import { z } from 'zod';
import { SessionId } from './ids';
import { ApprovalScope } from './interaction';

/** Names where a tool comes from: `built-in`, or the path of its folder. */
export const ToolSourceId = z.string().min(1).max(4_096).brand<'ToolSourceId'>();
export type ToolSourceId = z.infer<typeof ToolSourceId>;

/** One tool, or one folder that should have a tool, as Settings shows it. */
export const ToolSummary = z.strictObject({
  id: ToolSourceId,
  /** The name that Claude sees; for a folder that failed to load, the folder's name. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  source: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('built-in') }),
    /** `project`: the folder of the session that it belongs to; null for the person's own tools. */
    z.strictObject({ kind: z.literal('folder'), folder: z.string(), project: z.string().nullable() }),
  ]),
  state: z.enum(['ready', 'loading', 'failed', 'off']),
  /** Why it failed the last time; null if it did not. */
  error: z.string().nullable(),
  /** The newest lines that it logged or printed, oldest first. */
  log: z.array(z.string()),
});
export type ToolSummary = z.infer<typeof ToolSummary>;

/** An approval that a tool asked to remember. The tool chose the key, and only that tool reads it. */
export const RememberedApproval = z.strictObject({
  id: z.string().min(1),
  tool: z.string(),
  key: z.string(),
  scope: ApprovalScope.exclude(['once']),
  /** The session that a `session` approval belongs to; null for `always`. */
  sessionId: SessionId.nullable(),
  createdAt: z.number(),
});
export type RememberedApproval = z.infer<typeof RememberedApproval>;
