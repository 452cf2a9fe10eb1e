import { z } from 'zod';
import { SessionId } from './ids';
import { imageChunkBytes, maxImagesPerMessage, maxMinutes, maxModelNameLength, maxPathLength, maxTextLength } from './limits';

/** As the person sees it; the words are in session-words.ts, so that the window does not load zod for them. */
export const SessionState = z.enum(['starting', 'working', 'waiting', 'idle', 'stopped', 'failed']);
export type SessionState = z.infer<typeof SessionState>;

/** How a session's permissions are decided: each by a person, those that only read by us, or all for a time. */
export const PermissionMode = z.enum(['ask', 'safe', 'all']);
export type PermissionMode = z.infer<typeof PermissionMode>;

/** The mode that a person chooses. Only "all" ends after a time. */
export const PermissionChoice = z.discriminatedUnion('mode', [
  z.strictObject({ mode: PermissionMode.exclude(['all']) }),
  z.strictObject({ mode: z.literal('all'), minutes: z.number().min(1).max(maxMinutes) }),
]);
export type PermissionChoice = z.infer<typeof PermissionChoice>;

/** A message that the main process holds, as much of it as is shown. */
export const QueuedMessage = z.strictObject({ text: z.string(), images: z.number() });
export type QueuedMessage = z.infer<typeof QueuedMessage>;

/** Why a session failed or what it needs, with a code for the window and a sentence for the person. */
export const SessionTrouble = z.strictObject({
  code: z.enum(['no-claude', 'not-started', 'crashed', 'mode-wider', 'folder-missing', 'line-too-long']),
  text: z.string(),
});
export type SessionTrouble = z.infer<typeof SessionTrouble>;

/** Tokens of the latest request to the model, and how many fit; null while that is not known. */
export const ContextUse = z.strictObject({ used: z.number(), max: z.number().nullable() });
export type ContextUse = z.infer<typeof ContextUse>;

/** A subagent or a command that works on beside the conversation. */
export const BackgroundTask = z.strictObject({
  id: z.string(),
  kind: z.enum(['agent', 'command', 'other']),
  /** In the model's few words. */
  description: z.string(),
});
export type BackgroundTask = z.infer<typeof BackgroundTask>;

/** What every window holds of every session. */
export const SessionSummary = z.strictObject({
  id: SessionId,
  title: z.string(),
  folder: z.string(),
  state: SessionState,
  /** How many asks wait. */
  waiting: z.number(),
  model: z.string().nullable(),
  /** The CLI's own mode as it last said: default, plan, acceptEdits… */
  mode: z.string(),
  /** How its permissions are decided, and until when that is "all". */
  permissions: z.strictObject({ mode: PermissionMode, until: z.number().nullable() }),
  trusted: z.boolean(),
  /** It talks to the demo agent, not to Claude. */
  demo: z.boolean(),
  queued: QueuedMessage.nullable(),
  /** A message that a newer one replaced in the queue, or that could not be sent: offered back, not lost. */
  offered: QueuedMessage.nullable(),
  trouble: SessionTrouble.nullable(),
  /** The CLI tries again at this time, after trouble with the API. */
  retry: z
    .strictObject({ at: z.number(), attempt: z.number(), max: z.number(), error: z.string(), status: z.number().nullable() })
    .nullable(),
  /** A turn ended, or the run crashed, while another session was in front. */
  unread: z.boolean(),
  /** How much of the model's window the conversation fills, as the CLI last said; null before it did. */
  context: ContextUse.nullable(),
  /** Older versions of the CLI don't list them. */
  tasks: z.array(BackgroundTask),
  /** How many items its transcript has. */
  items: z.number(),
  /** The run's process, while there is one. */
  pid: z.number().nullable(),
});
export type SessionSummary = z.infer<typeof SessionSummary>;

export const SessionList = z.strictObject({
  sessions: z.array(SessionSummary),
  active: SessionId.nullable(),
  /** How many closed ones can be opened again. */
  closed: z.number(),
});
export type SessionList = z.infer<typeof SessionList>;

export const ImageType = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** A picture in a message. The main process keeps its bytes under their SHA-256. */
export const MessageImage = z.strictObject({ mediaType: ImageType, hash: z.string().regex(/^[0-9a-f]{64}$/) });
export type MessageImage = z.infer<typeof MessageImage>;

/** A part of a picture on its way to the main process. */
export const PictureChunk = z.strictObject({
  /** The window names each upload. */
  upload: z.string().min(1).max(100),
  mediaType: ImageType,
  /** How many bytes came before. */
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

/** What was not sent. It may be several messages, so more than one may hold. */
export const OfferedMessage = z.strictObject({ text: z.string(), images: z.array(MessageImage) });
export type OfferedMessage = z.infer<typeof OfferedMessage>;

/** What is being written to a session. */
export const Draft = OutgoingMessage;
export type Draft = z.infer<typeof Draft>;

export const NewSession = z.strictObject({
  folder: z.string().min(1).max(maxPathLength),
  message: OutgoingMessage.nullable(),
  model: z.string().max(maxModelNameLength).nullable(),
  planFirst: z.boolean(),
  /** Absent is asking for each. */
  permissions: PermissionChoice.optional(),
  /** Works in a git worktree of its own. */
  worktree: z.boolean().optional(),
  /** The person's answer to the trust question; null when it was not asked. */
  trust: z.boolean().nullable(),
  demo: z.boolean(),
});
export type NewSession = z.infer<typeof NewSession>;

/** What the New session dialog needs to know about a folder. */
export const FolderLook = z.strictObject({
  /** With symbolic links resolved; null when there is no such folder. */
  real: z.string().nullable(),
  trusted: z.boolean(),
  /** What would run if the folder were trusted, in words: hooks, MCP servers, rules. */
  wouldRun: z.array(z.string()),
  /** The top of the git repository it is in; null when it is in none. */
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
    warning: z.string().nullable(),
  }),
  z.strictObject({ state: z.literal('missing'), problem: z.string().nullable(), looked: z.array(z.string()) }),
]);
export type ClaudeStatus = z.infer<typeof ClaudeStatus>;

/** What came of trying a `claude`. */
export const ClaudeTrial = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('works'), version: z.string(), warning: z.string().nullable() }),
  /** The file can't be run, it did not answer in time, it failed, or it is some other program. */
  z.strictObject({ outcome: z.enum(['cannot-run', 'no-answer', 'failed', 'not-claude']), text: z.string() }),
]);
export type ClaudeTrial = z.infer<typeof ClaudeTrial>;
/** What may stand after a slash at the beginning of a message, as the CLI offers it. */
export const SlashCommand = z.strictObject({ name: z.string(), description: z.string(), argumentHint: z.string() });
export type SlashCommand = z.infer<typeof SlashCommand>;

export const ModelChoice = z.strictObject({ value: z.string(), name: z.string() });
export type ModelChoice = z.infer<typeof ModelChoice>;

/** A shell command that went on after its run was gone. */
export const OutlivedProcess = z.strictObject({
  pid: z.number(),
  runId: z.string(),
  /** What Claude had a shell run, or the command line that the process gives for itself. */
  command: z.string(),
  /** The process chose its command line, so it may say anything. */
  claimed: z.boolean(),
  /** The file of the program that runs, as the system has it; null when that can't be found out. */
  program: z.string().nullable(),
  startedAt: z.number(),
});
export type OutlivedProcess = z.infer<typeof OutlivedProcess>;
