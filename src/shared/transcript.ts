import { z } from 'zod';
import { Surface } from './decision';
import { FormValues } from './form';
import { ApprovalScope, CompletedView, FormInput, InteractionAction, InteractionId, InteractionOrigin, Presentation } from './interaction';

/** An image in a message or a tool's result. `data` (base64) is only in the full item. */
export const TranscriptImage = z.strictObject({ mediaType: z.string(), data: z.string().nullable() });
export type TranscriptImage = z.infer<typeof TranscriptImage>;

const place = {
  /** The position in the session's transcript, without gaps. A position is never reused. */
  index: z.int().nonnegative(),
  /** A permanent name of the item: `tool:<tool use id>` or `user:<uuid>`, so that it can be found; other items are named by position. */
  key: z.string().min(1),
  /** When it was first seen, in milliseconds since the epoch. */
  at: z.number(),
  /** Some content was left out to keep the item small; the full item has it. */
  truncated: z.boolean(),
};

/** The call that started the subagent which this item belongs to; null in the main conversation. */
const parentToolUseId = z.string().nullable();

/** A message of a person. `queued` until the CLI accepts it, `withdrawn` if it never will. */
export const UserItem = z.strictObject({
  ...place,
  kind: z.literal('user'),
  uuid: z.string(),
  text: z.string(),
  images: z.array(TranscriptImage),
  state: z.enum(['queued', 'sent', 'withdrawn']),
});
export type UserItem = z.infer<typeof UserItem>;

/** `streaming` text may still change. `cut` text was incomplete when the run ended, and Claude doesn't remember it. */
const speech = {
  ...place,
  messageId: z.string(),
  parentToolUseId,
  text: z.string(),
  state: z.enum(['streaming', 'done', 'cut']),
};
export const TextItem = z.strictObject({ ...speech, kind: z.literal('text') });
export type TextItem = z.infer<typeof TextItem>;
export const ThinkingItem = z.strictObject({ ...speech, kind: z.literal('thinking') });
export type ThinkingItem = z.infer<typeof ThinkingItem>;

export const PatchHunk = z.object({
  oldStart: z.number(),
  oldLines: z.number(),
  newStart: z.number(),
  newLines: z.number(),
  /** Each line begins with ' ', '-' or '+'. */
  lines: z.array(z.string()),
});
export type PatchHunk = z.infer<typeof PatchHunk>;

/** A part of an MCP tool's result that is neither plain text nor an image. All texts are the server's. */
export const McpResultPart = z.discriminatedUnion('what', [
  /** Something that Claude may read later. */
  z.strictObject({
    what: z.literal('link'),
    uri: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    mediaType: z.string().nullable(),
  }),
  /** A text that the server has under an address of its own. */
  z.strictObject({ what: z.literal('text'), uri: z.string(), text: z.string() }),
  /** Bytes, which Claude Code wrote to a file. Audio has no address. `size` is in words. */
  z.strictObject({ what: z.literal('file'), uri: z.string().nullable(), mediaType: z.string(), size: z.string(), path: z.string() }),
]);
export type McpResultPart = z.infer<typeof McpResultPart>;

/** The result of a tool as data, for tools whose card shows more than text. */
export const ToolOutcome = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('patch'), path: z.string(), created: z.boolean(), hunks: z.array(PatchHunk) }),
  z.strictObject({ what: z.literal('answers'), answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])) }),
  z.strictObject({ what: z.literal('agent'), tokens: z.number(), durationMs: z.number(), toolUses: z.number() }),
  z.strictObject({ what: z.literal('background'), taskId: z.string() }),
  /** `structured` is JSON. */
  z.strictObject({ what: z.literal('mcp'), structured: z.string().nullable(), parts: z.array(McpResultPart) }),
]);
export type ToolOutcome = z.infer<typeof ToolOutcome>;

/** The progress of a subagent or a long command. */
export const ToolProgress = z.strictObject({
  text: z.string(),
  tokens: z.number().nullable(),
  durationMs: z.number().nullable(),
  toolUses: z.number().nullable(),
});
export type ToolProgress = z.infer<typeof ToolProgress>;

/** `running` from the moment Claude makes the call, so also while a person is asked. */
export const ToolStatus = z.enum(['running', 'ok', 'error', 'denied', 'interrupted']);
export type ToolStatus = z.infer<typeof ToolStatus>;

const ToolResult = z.strictObject({ text: z.string(), images: z.array(TranscriptImage), outcome: ToolOutcome.nullable() });

/** The decision about a call that was asked about. */
export const ToolDecision = z.strictObject({
  answer: z.enum(['allow', 'deny', 'answers', 'submit', 'cancel']),
  surface: Surface,
  at: z.number(),
  /** The rule or the mode that decided, in words: "rule Bash(npm run *)". Null when a person did. */
  by: z.string().nullable(),
  /** The reason for the denial, as Claude reads it. */
  reason: z.string().nullable(),
  /** The person's note to an allowed call. */
  note: z.string().nullable(),
  /** The edited input that ran. The item's own inputs are those that the person was asked about. */
  edited: z.record(z.string(), z.unknown()).nullable(),
});
export type ToolDecision = z.infer<typeof ToolDecision>;

/** What a person answered to a prompt. */
export const InteractionResponse = z.strictObject({
  at: z.number(),
  /** `timeout` if nobody answered in time. */
  action: z.enum([...InteractionAction.options, 'timeout']),
  surface: Surface,
  approvalScope: ApprovalScope.nullable(),
  values: FormValues.nullable(),
  reason: z.string().nullable(),
});
export type InteractionResponse = z.infer<typeof InteractionResponse>;

/** A prompt of a tool or an MCP server, with everything that is needed to draw it while it is open and afterwards. */
export const InteractionStep = z.strictObject({
  interactionId: InteractionId,
  /** 0 for the first prompt of a call; each time the tool asks again counts one more. */
  step: z.int().nonnegative(),
  at: z.number(),
  /** The turn, by the index of the message that began it, and the message of Claude's that it belongs to; null if they are not known. */
  turn: z.int().nullable(),
  messageId: z.string().nullable(),
  toolUseId: z.string().nullable(),
  kind: z.enum(['approval', 'input']),
  origin: InteractionOrigin,
  prompt: z.string(),
  error: z.string().nullable(),
  presentation: Presentation,
  approvalScopes: z.array(ApprovalScope),
  /** Null for an approval. */
  form: FormInput.nullable(),
  completedView: CompletedView,
  /** Null while it is open, and if it ended without an answer. */
  response: InteractionResponse.nullable(),
  /** It is still open: pending, or to be answered late. */
  isOpen: z.boolean(),
});
export type InteractionStep = z.infer<typeof InteractionStep>;

export const ToolItem = z.strictObject({
  ...place,
  kind: z.literal('tool'),
  toolUseId: z.string(),
  parentToolUseId,
  name: z.string(),
  /** The input as Claude wrote it. */
  input: z.record(z.string(), z.unknown()),
  /** The input as a hook changed it, which is what was asked about and runs; missing if no hook changed it. */
  changed: z.record(z.string(), z.unknown()).optional(),
  status: ToolStatus,
  /** Missing if nobody was asked. */
  decision: ToolDecision.optional(),
  /** What the tool asked the person, oldest first. Missing if it asked nothing. */
  interactions: z.array(InteractionStep).optional(),
  progress: ToolProgress.nullable(),
  result: ToolResult.nullable(),
});
export type ToolItem = z.infer<typeof ToolItem>;

/** The end of a turn. */
export const ResultItem = z.strictObject({
  ...place,
  kind: z.literal('result'),
  outcome: z.enum(['done', 'interrupted', 'failed']),
  /** The CLI's own word for the reason, if it gives one: "completed", "aborted_tools", "error_max_turns"… */
  reason: z.string().nullable(),
  /** The reason for the failure, in words; null when the item before already shows it. */
  text: z.string().nullable(),
  apiErrorStatus: z.number().nullable(),
  /** The cost of this turn. */
  costUsd: z.number().nullable(),
  /**
   * The total that the CLI reports. Older versions count from the start of the process, newer ones also include earlier runs of the
   * conversation.
   */
  totalCostUsd: z.number().nullable(),
  tokens: z.strictObject({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() }),
  durationMs: z.number(),
  /** The number of requests to the model; 0 for a command that the CLI answered itself. */
  modelTurns: z.number(),
});
export type ResultItem = z.infer<typeof ResultItem>;

/** Who sent a message that no person typed: another session, a channel of an MCP server, a background task, or the CLI itself. */
export const MessageSender = z.strictObject({ kind: z.enum(['session', 'channel', 'task', 'other']), name: z.string().nullable() });
export type MessageSender = z.infer<typeof MessageSender>;

/** Something that went wrong in the CLI itself. */
export const CliTrouble = z.discriminatedUnion('kind', [
  /** The disk was full, or the person's quota was used up. */
  z.strictObject({ kind: z.literal('writes-lost'), code: z.string(), conversation: z.boolean() }),
  /** A second copy of the conversation, which the CLI was told to keep, has a gap. */
  z.strictObject({ kind: z.literal('copy-failed'), error: z.string() }),
  z.strictObject({ kind: z.literal('shutting-down'), reason: z.string() }),
  /** The model refused, and another one answered instead, for the rest of the session or only this time. */
  z.strictObject({
    kind: z.literal('other-model'),
    refused: z.string(),
    used: z.string(),
    lasting: z.boolean(),
    reason: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal('sign-in'), state: z.enum(['running', 'failed']), text: z.string() }),
]);
export type CliTrouble = z.infer<typeof CliTrouble>;

/** An event around the conversation, such as a retry or a restart. */
export const Note = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('compaction'),
    state: z.enum(['running', 'done', 'failed']),
    trigger: z.string().nullable(),
    tokensBefore: z.number().nullable(),
    tokensAfter: z.number().nullable(),
    /** The summary that Claude continues with, or the reason why there is none. */
    text: z.string().nullable(),
  }),
  /** Updated with each attempt; `over` when the CLI succeeded or gave up. */
  z.strictObject({
    what: z.literal('retry'),
    attempt: z.number(),
    max: z.number(),
    retryAtMs: z.number(),
    /** The HTTP status; null when there was no answer. */
    status: z.number().nullable(),
    error: z.string(),
    over: z.boolean(),
  }),
  z.strictObject({
    what: z.literal('rate-limit'),
    status: z.string(),
    limit: z.string().nullable(),
    resetsAtMs: z.number().nullable(),
    /** The used share of the limit, from 0 to 1. */
    utilization: z.number().nullable(),
  }),
  z.strictObject({ what: z.literal('api-error'), error: z.string(), text: z.string(), status: z.number().nullable() }),
  z.strictObject({ what: z.literal('mode'), mode: z.string(), before: z.string().nullable() }),
  /** How the session's permissions are decided from here on; `ended` when a timed mode ran out or the app restarted. */
  z.strictObject({
    what: z.literal('permission-mode'),
    mode: z.enum(['ask', 'safe', 'all']),
    until: z.number().nullable(),
    ended: z.enum(['time', 'restart']).nullable(),
  }),
  z.strictObject({ what: z.literal('model'), model: z.string(), before: z.string().nullable() }),
  /** A call was refused by a rule or a mode of the CLI, without asking a person. */
  z.strictObject({ what: z.literal('refused'), tool: z.string(), toolUseId: z.string().nullable(), reason: z.string().nullable() }),
  /** The output of a slash command. */
  z.strictObject({ what: z.literal('output'), text: z.string() }),
  z.strictObject({ what: z.literal('info'), text: z.string() }),
  z.strictObject({ what: z.literal('cli-trouble'), trouble: CliTrouble }),
  /** A message that no person typed. Of one that was held back, the text is known only when its turn has ended. */
  z.strictObject({ what: z.literal('message'), sender: MessageSender, text: z.string().nullable() }),
  /** A background task ended. */
  z.strictObject({ what: z.literal('task'), toolUseId: z.string().nullable(), status: z.string(), text: z.string() }),
  /** A prompt of an MCP server that belongs to no call that we know. */
  z.strictObject({ what: z.literal('interaction'), step: InteractionStep }),
  z.strictObject({ what: z.literal('interrupted') }),
  /** The conversation starts over. Claude no longer knows the items above. */
  z.strictObject({ what: z.literal('cleared') }),
  z.strictObject({
    what: z.literal('crash'),
    exitCode: z.number().nullable(),
    signal: z.string().nullable(),
    /** The last lines of its output. */
    stderr: z.string(),
  }),
  /** A new run continued the session. */
  z.strictObject({ what: z.literal('restart'), automatic: z.boolean() }),
]);
export type Note = z.infer<typeof Note>;

export const NoteItem = z.strictObject({ ...place, kind: z.literal('note'), note: Note });
export type NoteItem = z.infer<typeof NoteItem>;

/** A placeholder for streamed text that was dropped, or for an item that can't be read any more. It is not drawn. */
const DiscardedItem = z.strictObject({ ...place, kind: z.literal('discarded') });

/** One entry of a transcript. Entries are appended, and a newer version of an index replaces the older one. */
export const TranscriptItem = z.discriminatedUnion('kind', [
  UserItem,
  TextItem,
  ThinkingItem,
  ToolItem,
  ResultItem,
  NoteItem,
  DiscardedItem,
]);
export type TranscriptItem = z.infer<typeof TranscriptItem>;

/**
 * A subagent's place in the transcript: the call that started it (null when that is lost), the subagent that made that call, and
 * its own steps.
 */
export const SubagentSteps = z.strictObject({ call: z.number().nullable(), parentToolUseId, indexes: z.array(z.number()) });
export type SubagentSteps = z.infer<typeof SubagentSteps>;

/** The place of a search hit: the item, and the call whose subagent it belongs to. */
export const TranscriptHit = z.strictObject({ index: z.number(), parentToolUseId });
export type TranscriptHit = z.infer<typeof TranscriptHit>;

/** A new item, or a new version of the one at its index. */
export interface TranscriptChange {
  readonly item: TranscriptItem;
  /** The complete item, present only if it is truncated. */
  readonly full?: TranscriptItem;
}
