import { z } from 'zod';
import { SessionId } from './ids';
import { imageChunkBytes, maxImagesPerMessage, maxMinutes, maxModelNameLength, maxPathLength, maxTextLength } from './limits';

/** The state that the person sees. Its words are in session-words.ts, so that the window does not load zod for them. */
export const SessionState = z.enum(['starting', 'working', 'waiting', 'idle', 'stopped', 'failed']);
export type SessionState = z.infer<typeof SessionState>;

/** How a session's permissions are decided: each one by a person, reads automatically, or all automatically for a time. */
export const PermissionMode = z.enum(['ask', 'safe', 'all']);
export type PermissionMode = z.infer<typeof PermissionMode>;

/** The mode that a person chooses. Only "all" ends after a time. */
export const PermissionChoice = z.discriminatedUnion('mode', [
  z.strictObject({ mode: PermissionMode.exclude(['all']) }),
  z.strictObject({ mode: z.literal('all'), minutes: z.number().min(1).max(maxMinutes) }),
]);
export type PermissionChoice = z.infer<typeof PermissionChoice>;

/** The part of a waiting message that is shown. The main process holds the rest. */
export const QueuedMessage = z.strictObject({ text: z.string(), images: z.number() });
export type QueuedMessage = z.infer<typeof QueuedMessage>;

/** Why a session failed or what it needs, with a code for the window and a sentence for the person. */
export const SessionTrouble = z.strictObject({
  code: z.enum(['no-claude', 'not-started', 'crashed', 'mode-wider', 'folder-missing', 'line-too-long']),
  text: z.string(),
});
export type SessionTrouble = z.infer<typeof SessionTrouble>;

/** The tokens of the latest request to the model, and the maximum; null while that is unknown. */
export const ContextUse = z.strictObject({ used: z.number(), max: z.number().nullable() });
export type ContextUse = z.infer<typeof ContextUse>;

/** A subagent or a command that runs in the background. */
export const BackgroundTask = z.strictObject({
  id: z.string(),
  kind: z.enum(['agent', 'command', 'other']),
  /** A few words by the model. */
  description: z.string(),
});
export type BackgroundTask = z.infer<typeof BackgroundTask>;

/** The summary of a session that every window holds. */
export const SessionSummary = z.strictObject({
  id: SessionId,
  title: z.string(),
  folder: z.string(),
  state: SessionState,
  /** The number of pending asks. */
  waiting: z.number(),
  model: z.string().nullable(),
  /** The CLI's own permission mode, as it last reported: default, plan, acceptEdits… */
  mode: z.string(),
  /** The permission mode, and when "all" ends. */
  permissions: z.strictObject({ mode: PermissionMode, until: z.number().nullable() }),
  trusted: z.boolean(),
  /** Whether tools may ask the person in this session. */
  interactive: z.boolean(),
  /** It runs the demo agent instead of Claude. */
  demo: z.boolean(),
  queued: QueuedMessage.nullable(),
  /** A message that a newer one replaced in the queue, or that could not be sent. It is offered back to the person. */
  offered: QueuedMessage.nullable(),
  trouble: SessionTrouble.nullable(),
  /** When the CLI will retry after a failure of the API. */
  retry: z
    .strictObject({ at: z.number(), attempt: z.number(), max: z.number(), error: z.string(), status: z.number().nullable() })
    .nullable(),
  /** A turn ended, or the run crashed, while another session was active. */
  unread: z.boolean(),
  /** How full the model's context window is, as the CLI last reported; null before that. */
  context: ContextUse.nullable(),
  /** Older versions of the CLI don't list them. */
  tasks: z.array(BackgroundTask),
  /** The number of items in its transcript. */
  items: z.number(),
  /** The process id of its run; null when there is none. */
  pid: z.number().nullable(),
});
export type SessionSummary = z.infer<typeof SessionSummary>;

export const SessionList = z.strictObject({
  sessions: z.array(SessionSummary),
  active: SessionId.nullable(),
  /** The number of closed sessions that can be opened again. */
  closed: z.number(),
});
export type SessionList = z.infer<typeof SessionList>;

export const ImageType = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** A picture in a message. The main process keeps its bytes under their SHA-256. */
export const MessageImage = z.strictObject({ mediaType: ImageType, hash: z.string().regex(/^[0-9a-f]{64}$/) });
export type MessageImage = z.infer<typeof MessageImage>;

/** A part of a picture on its way to the main process. */
export const PictureChunk = z.strictObject({
  /** An id that the window chooses for each upload. */
  upload: z.string().min(1).max(100),
  mediaType: ImageType,
  /** The number of bytes that were sent before. */
  from: z.int().nonnegative(),
  bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= imageChunkBytes),
  last: z.boolean(),
});
export type PictureChunk = z.infer<typeof PictureChunk>;

export const OutgoingMessage = z.strictObject({
  text: z.string().max(maxTextLength),
  images: z.array(MessageImage).max(maxImagesPerMessage),
});
export type OutgoingMessage = z.infer<typeof OutgoingMessage>;

/** An unsent message that is offered back. It may join several messages, so it has no limits. */
export const OfferedMessage = z.strictObject({ text: z.string(), images: z.array(MessageImage) });
export type OfferedMessage = z.infer<typeof OfferedMessage>;

/** The unsent draft in a session's composer. */
export const Draft = OutgoingMessage;
export type Draft = z.infer<typeof Draft>;

export const NewSession = z.strictObject({
  folder: z.string().min(1).max(maxPathLength),
  message: OutgoingMessage.nullable(),
  model: z.string().max(maxModelNameLength).nullable(),
  planFirst: z.boolean(),
  /** If missing, each permission is asked for. */
  permissions: PermissionChoice.optional(),
  /** Start in a new git worktree. */
  worktree: z.boolean().optional(),
  /** The person's answer to the trust question; null when it was not asked. */
  trust: z.boolean().nullable(),
  demo: z.boolean(),
});
export type NewSession = z.infer<typeof NewSession>;

/** The facts about a folder that the New session dialog needs. */
export const FolderLook = z.strictObject({
  /** The path with symbolic links resolved; null when the folder does not exist. */
  real: z.string().nullable(),
  trusted: z.boolean(),
  /** Descriptions of what the folder would run if it were trusted: hooks, MCP servers, rules. */
  wouldRun: z.array(z.string()),
  /** The top of its git repository; null when it is in none. */
  repository: z.string().nullable(),
});
export type FolderLook = z.infer<typeof FolderLook>;

export const PastSessionSummary = z.strictObject({
  cliSessionId: z.string(),
  title: z.string(),
  firstPrompt: z.string().nullable(),
  lastUsedAt: z.number(),
  messages: z.number().nullable(),
});
export type PastSessionSummary = z.infer<typeof PastSessionSummary>;

/** The `claude` that sessions run. */
export const ClaudeStatus = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('looking') }),
  z.strictObject({
    state: z.literal('found'),
    command: z.string(),
    from: z.string(),
    version: z.string().nullable(),
  }),
  z.strictObject({ state: z.literal('missing'), problem: z.string().nullable(), looked: z.array(z.string()) }),
]);
export type ClaudeStatus = z.infer<typeof ClaudeStatus>;

/** The result of trying a `claude`. */
export const ClaudeTrial = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('works'), version: z.string() }),
  /** The file can't be run, it did not answer in time, it failed, or it is some other program. */
  z.strictObject({ outcome: z.enum(['cannot-run', 'no-answer', 'failed', 'not-claude']), text: z.string() }),
]);
export type ClaudeTrial = z.infer<typeof ClaudeTrial>;
/** A command that can follow a slash at the start of a message, as the CLI lists it. */
export const SlashCommand = z.strictObject({ name: z.string(), description: z.string(), argumentHint: z.string() });
export type SlashCommand = z.infer<typeof SlashCommand>;

export const ModelChoice = z.strictObject({ value: z.string(), name: z.string() });
export type ModelChoice = z.infer<typeof ModelChoice>;

/** A shell command that still runs although its run is gone. */
export const OutlivedProcess = z.strictObject({
  pid: z.number(),
  runId: z.string(),
  /** The command that Claude gave to a shell, or the command line that the process reports. */
  command: z.string(),
  /** The process chose this text itself, so it may be misleading. */
  claimed: z.boolean(),
  /** The program's file, as the system reports it; null when it can't be found out. */
  program: z.string().nullable(),
  startedAt: z.number(),
});
export type OutlivedProcess = z.infer<typeof OutlivedProcess>;
