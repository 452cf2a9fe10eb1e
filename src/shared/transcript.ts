import { z } from 'zod';
import { Surface } from './decision';

/** An image in a message or a tool's result. `data` (base64) is only in the full item. */
export const TranscriptImage = z.strictObject({ mediaType: z.string(), data: z.string().nullable() });
export type TranscriptImage = z.infer<typeof TranscriptImage>;

const place = {
  /** Position in the session's transcript: dense, and never given to another item. */
  index: z.int().nonnegative(),
  /** Names the item for good: `tool:<tool use id>` and `user:<uuid>`, so that those can be found; others by position. */
  key: z.string().min(1),
  /** When it was first seen, in milliseconds since the epoch. */
  at: z.number(),
  /** Something was left out to keep the item small; the full item has it. */
  truncated: z.boolean(),
};

/** The call that started the subagent this belongs to; null in the main conversation. */
const parentToolUseId = z.string().nullable();

/** What a person said. `queued` until the CLI takes it up, `withdrawn` if it never will. */
export const UserItem = z.strictObject({
  ...place,
  kind: z.literal('user'),
  uuid: z.string(),
  text: z.string(),
  images: z.array(TranscriptImage),
  state: z.enum(['queued', 'sent', 'withdrawn']),
});
export type UserItem = z.infer<typeof UserItem>;

/** `streaming` text is provisional. `cut` text was being said when the run ended, and Claude doesn't remember it. */
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
  /** Each begins with ' ', '-' or '+'. */
  lines: z.array(z.string()),
});
export type PatchHunk = z.infer<typeof PatchHunk>;

/** What a tool did, as data, for the tools whose card shows more than text. */
export const ToolOutcome = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('patch'), path: z.string(), created: z.boolean(), hunks: z.array(PatchHunk) }),
  z.strictObject({ what: z.literal('answers'), answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])) }),
  z.strictObject({ what: z.literal('agent'), tokens: z.number(), durationMs: z.number(), toolUses: z.number() }),
  z.strictObject({ what: z.literal('background'), taskId: z.string() }),
]);
export type ToolOutcome = z.infer<typeof ToolOutcome>;

/** How far a subagent or a long command has come. */
export const ToolProgress = z.strictObject({
  text: z.string(),
  tokens: z.number().nullable(),
  durationMs: z.number().nullable(),
  toolUses: z.number().nullable(),
});
export type ToolProgress = z.infer<typeof ToolProgress>;

/** `running` from the moment Claude asked for it, so also while a person is asked. */
export const ToolStatus = z.enum(['running', 'ok', 'error', 'denied', 'interrupted']);
export type ToolStatus = z.infer<typeof ToolStatus>;

const ToolResult = z.strictObject({ text: z.string(), images: z.array(TranscriptImage), outcome: ToolOutcome.nullable() });

/** What was decided about a call that was asked for. */
export const ToolDecision = z.strictObject({
  answer: z.enum(['allow', 'deny', 'answers']),
  surface: Surface,
  at: z.number(),
  /** The rule or the mode that decided, in words: "rule Bash(npm run *)". Null when a person did. */
  by: z.string().nullable(),
  /** Why it was denied, as Claude reads it. */
  reason: z.string().nullable(),
  /** What the person said with the allow. */
  note: z.string().nullable(),
  /** What ran, when the person changed it: the item's own inputs are what they were asked about. */
  edited: z.record(z.string(), z.unknown()).nullable(),
});
export type ToolDecision = z.infer<typeof ToolDecision>;

export const ToolItem = z.strictObject({
  ...place,
  kind: z.literal('tool'),
  toolUseId: z.string(),
  parentToolUseId,
  name: z.string(),
  /** As Claude said it. */
  input: z.record(z.string(), z.unknown()),
  /** What a hook made of it: that is what was asked about and runs. Absent when no hook changed it. */
  changed: z.record(z.string(), z.unknown()).optional(),
  status: ToolStatus,
  /** Absent when nobody was asked. */
  decision: ToolDecision.optional(),
  progress: ToolProgress.nullable(),
  result: ToolResult.nullable(),
});
export type ToolItem = z.infer<typeof ToolItem>;

/** The end of a turn. */
export const ResultItem = z.strictObject({
  ...place,
  kind: z.literal('result'),
  outcome: z.enum(['done', 'interrupted', 'failed']),
  /** The CLI's own words for why it ended, where it gives them: "completed", "aborted_tools", "error_max_turns"… */
  reason: z.string().nullable(),
  /** Why it failed, for people; null when the item before says it already. */
  text: z.string().nullable(),
  apiErrorStatus: z.number().nullable(),
  /** This turn's. */
  costUsd: z.number().nullable(),
  /** As the CLI counts it: an older one from the start of its process, a newer one goes on from earlier runs of the conversation. */
  totalCostUsd: z.number().nullable(),
  tokens: z.strictObject({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() }),
  durationMs: z.number(),
  /** Round trips to the model; 0 for a command the CLI answered by itself. */
  modelTurns: z.number(),
});
export type ResultItem = z.infer<typeof ResultItem>;

/** Something that went wrong in the CLI itself. */
export const CliTrouble = z.discriminatedUnion('kind', [
  /** The disk was full, or the person's quota was used up. */
  z.strictObject({ kind: z.literal('writes-lost'), code: z.string(), conversation: z.boolean() }),
  /** A second copy of the conversation, which the CLI was told to keep, has a gap. */
  z.strictObject({ kind: z.literal('copy-failed'), error: z.string() }),
  z.strictObject({ kind: z.literal('shutting-down'), reason: z.string() }),
  /** The model refused, and another answered in its place: for the rest of the session, or this once. */
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

/** Something that happened to the conversation rather than in it. */
export const Note = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('compaction'),
    state: z.enum(['running', 'done', 'failed']),
    trigger: z.string().nullable(),
    tokensBefore: z.number().nullable(),
    tokensAfter: z.number().nullable(),
    /** The summary Claude goes on with, or why there is none. */
    text: z.string().nullable(),
  }),
  /** Revised with each attempt; `over` when the CLI got through or gave up. */
  z.strictObject({
    what: z.literal('retry'),
    attempt: z.number(),
    max: z.number(),
    retryAtMs: z.number(),
    /** HTTP status; null when there was no answer at all. */
    status: z.number().nullable(),
    error: z.string(),
    over: z.boolean(),
  }),
  z.strictObject({
    what: z.literal('rate-limit'),
    status: z.string(),
    limit: z.string().nullable(),
    resetsAtMs: z.number().nullable(),
    /** Share of the limit that is used, 0 to 1. */
    utilization: z.number().nullable(),
  }),
  z.strictObject({ what: z.literal('api-error'), error: z.string(), text: z.string(), status: z.number().nullable() }),
  z.strictObject({ what: z.literal('mode'), mode: z.string(), before: z.string().nullable() }),
  /** How the session's permissions are decided from here on; `ended` when a timed mode ran out, or the app restarted in it. */
  z.strictObject({
    what: z.literal('permission-mode'),
    mode: z.enum(['ask', 'safe', 'all']),
    until: z.number().nullable(),
    ended: z.enum(['time', 'restart']).nullable(),
  }),
  z.strictObject({ what: z.literal('model'), model: z.string(), before: z.string().nullable() }),
  /** Refused by a rule or a mode: no person was asked. */
  z.strictObject({ what: z.literal('refused'), tool: z.string(), toolUseId: z.string().nullable(), reason: z.string().nullable() }),
  /** What a slash command printed. */
  z.strictObject({ what: z.literal('output'), text: z.string() }),
  z.strictObject({ what: z.literal('info'), text: z.string() }),
  z.strictObject({ what: z.literal('cli-trouble'), trouble: CliTrouble }),
  /** A background task ended. */
  z.strictObject({ what: z.literal('task'), toolUseId: z.string().nullable(), status: z.string(), text: z.string() }),
  z.strictObject({ what: z.literal('interrupted') }),
  /** The conversation starts over; what is above is no longer known to Claude. */
  z.strictObject({ what: z.literal('cleared') }),
  z.strictObject({
    what: z.literal('crash'),
    exitCode: z.number().nullable(),
    signal: z.string().nullable(),
    /** The last lines of it. */
    stderr: z.string(),
  }),
  /** A new run took the session up again. */
  z.strictObject({ what: z.literal('restart'), automatic: z.boolean() }),
]);
export type Note = z.infer<typeof Note>;

export const NoteItem = z.strictObject({ ...place, kind: z.literal('note'), note: Note });
export type NoteItem = z.infer<typeof NoteItem>;

/** Keeps the place of provisional text that turned out not to be said, or of an item that can't be read any more. Shown as nothing. */
const DiscardedItem = z.strictObject({ ...place, kind: z.literal('discarded') });

/** One entry of a transcript. Entries are appended; the newest version of an index is the true one. */
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

/** Where what a subagent did is: the call that started it (null when that is lost), whose step that is in turn, and its own steps. */
export const SubagentSteps = z.strictObject({ call: z.number().nullable(), parentToolUseId, indexes: z.array(z.number()) });
export type SubagentSteps = z.infer<typeof SubagentSteps>;

/** Where something was found: the item, and the call whose subagent it belongs to. */
export const TranscriptHit = z.strictObject({ index: z.number(), parentToolUseId });
export type TranscriptHit = z.infer<typeof TranscriptHit>;

/** A new item, or a new version of the one at its index. */
export interface TranscriptChange {
  readonly item: TranscriptItem;
  /** The same item with nothing left out; only when it is truncated. */
  readonly full?: TranscriptItem;
}
