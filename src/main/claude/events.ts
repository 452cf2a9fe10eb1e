import type { BackgroundTask } from '../../shared/session';
import type { CliTrouble, MessageSender, ToolOutcome, ToolProgress, TranscriptImage } from '../../shared/transcript';
import type { McpServerReport } from './mcp-server-report';

/**
 * Everything the CLI reports that the app acts on. `wire/messages.ts` makes these, from the live stream and from the CLI's
 * transcript files. To handle one more message of the CLI, add a member here and read it there; the switches of
 * `TranscriptBuilder`, `factsAfter` and `contextAfter` take what they need of it.
 */
export type ClaudeEvent = ClaudeEventBody & {
  /** In milliseconds since the epoch. Absent where the CLI gives no time, which is usual for live messages. */
  readonly at?: number;
};

type ClaudeEventBody =
  | TurnStarted
  | TurnEnded
  | AssistantMessage
  | UserMessage
  | ToolResults
  | Retrying
  | TaskStarted
  | RateLimit
  /** The beginning of a message that will be streamed. */
  | { readonly kind: 'message-started'; readonly parentToolUseId: string | null; readonly messageId: string }
  | TextDelta
  /** The CLI reports that a turn began or ended. Older versions don't send it. */
  | { readonly kind: 'state-changed'; readonly busy: boolean }
  | {
      readonly kind: 'status-changed';
      /** The CLI's permission mode; null when it did not change. */
      readonly mode: string | null;
      readonly compaction: 'running' | 'failed' | null;
      /** Why the compaction failed. */
      readonly error: string | null;
    }
  | {
      readonly kind: 'compacted';
      readonly trigger: string | null;
      readonly tokensBefore: number | null;
      readonly tokensAfter: number | null;
    }
  /** The text with which Claude continues after a compaction. */
  | { readonly kind: 'compaction-summary'; readonly text: string }
  /** A rule or a mode refused a call, and no person was asked. */
  | { readonly kind: 'call-refused'; readonly tool: string; readonly toolUseId: string | null; readonly reason: string | null }
  | { readonly kind: 'task-progress'; readonly toolUseId: string | null; readonly progress: ToolProgress }
  | { readonly kind: 'task-ended'; readonly toolUseId: string | null; readonly status: string; readonly summary: string }
  /** All the tasks that are in the background now. */
  | { readonly kind: 'background-tasks-changed'; readonly tasks: readonly BackgroundTask[] }
  /** The CLI took up a message that it had queued, or dropped it. */
  | { readonly kind: 'queued-message-settled'; readonly uuid: string; readonly state: 'sent' | 'withdrawn' }
  /** The person cleared the conversation; the next turn has a new id. */
  | { readonly kind: 'conversation-reset' }
  /** The CLI was told to resume a conversation that it does not have. It exits after this. */
  | { readonly kind: 'conversation-missing' }
  /** Another session sent a message. The CLI holds it back until it is let in, and does not tell its text before. */
  | { readonly kind: 'peer-message-held'; readonly uuid: string; readonly sender: MessageSender }
  /** A held message was let in, or was dropped and will never arrive. */
  | { readonly kind: 'peer-message-settled'; readonly uuid: string; readonly sender: MessageSender; readonly isLetIn: boolean }
  /** The person is done with a page that an MCP server wanted opened. `id` is the one of its request. */
  | { readonly kind: 'elicitation-completed'; readonly server: string; readonly id: string }
  /** Something went wrong in the CLI itself. */
  | { readonly kind: 'cli-trouble'; readonly trouble: CliTrouble }
  | { readonly kind: 'info'; readonly text: string };

/** The CLI repeats this at the start of each turn. */
export interface TurnStarted {
  readonly kind: 'turn-started';
  /** It changes after /clear. */
  readonly conversationId: string | null;
  readonly mode: string | null;
  readonly model: string | null;
  readonly cwd: string | null;
  /** The MCP servers and the CLI's word for the state of each. The CLI reports changes only here. */
  readonly mcpServers?: readonly Pick<McpServerReport, 'name' | 'status'>[];
}

export interface TurnEnded {
  readonly kind: 'turn-ended';
  readonly outcome: 'done' | 'interrupted' | 'failed';
  /** The CLI's own word for why it ended, such as `completed` or `aborted_tools`. */
  readonly reason: string | null;
  /** The last answer, or why the turn failed. */
  readonly text: string | null;
  readonly apiErrorStatus: number | null;
  readonly cost: TurnCosts;
  readonly tokens: { readonly input: number; readonly output: number; readonly cacheRead: number; readonly cacheWrite: number };
  /** How many tokens the largest model of the conversation can take; subagents may use smaller ones. */
  readonly contextWindow: number | null;
  readonly durationMs: number;
  /** Round trips to the model; 0 for a command that the CLI answered by itself. */
  readonly modelTurns: number;
  readonly deniedToolUseIds: readonly string[];
  /** The call that the CLI deferred: the turn ended before it was answered. */
  readonly deferredToolUseId: string | null;
  /** The message that began the turn, when no person sent it. */
  readonly message: { readonly sender: MessageSender; readonly text: string | null } | null;
}

export interface TurnCosts {
  /** The cost of the whole run, or of the whole conversation: versions differ. */
  readonly totalUsd: number | null;
  /** The cost of this turn. Only newer versions report it. */
  readonly turnUsd: number | null;
  /** The total certainly covers this turn and nothing else. */
  readonly totalIsThisTurn: boolean;
}

export interface AssistantMessage {
  readonly kind: 'assistant-message';
  readonly uuid: string | null;
  readonly parentToolUseId: string | null;
  readonly messageId: string;
  readonly content:
    | { readonly kind: 'blocks'; readonly blocks: readonly AssistantBlock[] }
    /** The CLI reports a failure of the API as if Claude had written it. */
    | { readonly kind: 'api-error'; readonly error: string; readonly text: string }
    /** The CLI answered a command by itself. */
    | { readonly kind: 'output'; readonly text: string };
  /** How many tokens were sent to the model for this; null for a subagent's message and for one that no model wrote. */
  readonly contextTokens: number | null;
}

export type AssistantBlock =
  | { readonly kind: 'text' | 'thinking'; readonly text: string }
  | { readonly kind: 'tool'; readonly toolUseId: string; readonly name: string; readonly input: Record<string, unknown> };

export interface TextDelta {
  readonly kind: 'text-delta';
  readonly parentToolUseId: string | null;
  readonly blockIndex: number;
  readonly blockKind: 'text' | 'thinking';
  readonly text: string;
}

/** A text that the CLI sends as the person's. Most of them no person typed. */
export interface UserMessage {
  readonly kind: 'user-message';
  readonly uuid: string | null;
  readonly text: UserText;
  readonly images: readonly TranscriptImage[];
}

export type UserText =
  | { readonly what: 'person'; readonly text: string }
  /** A slash command or a shell command that the person typed. */
  | { readonly what: 'command'; readonly text: string }
  /** The output of such a command. */
  | { readonly what: 'output'; readonly text: string }
  /** A message that no person typed. */
  | { readonly what: 'message'; readonly sender: MessageSender; readonly text: string }
  | { readonly what: 'task'; readonly toolUseId: string | null; readonly status: string; readonly text: string }
  | { readonly what: 'interrupted' }
  | { readonly what: 'nothing' };

export interface ToolResults {
  readonly kind: 'tool-results';
  readonly results: readonly CallResult[];
}

export interface CallResult {
  readonly toolUseId: string;
  readonly status: 'ok' | 'error' | 'denied' | 'interrupted';
  readonly text: string;
  readonly images: readonly TranscriptImage[];
  readonly outcome: ToolOutcome | null;
}

/** The API failed, and the CLI will try again. */
export interface Retrying {
  readonly kind: 'retrying';
  readonly attempt: number;
  readonly max: number;
  readonly delayMs: number;
  /** HTTP status; null when there was no answer at all. */
  readonly status: number | null;
  readonly error: string;
}

export interface TaskStarted {
  readonly kind: 'task-started';
  readonly toolUseId: string | null;
  /** Only for a subagent: the id in its permission requests, and a short description by the model. */
  readonly agent: { readonly id: string; readonly description: string } | null;
}

export interface RateLimit {
  readonly kind: 'rate-limit';
  readonly status: string;
  readonly limit: string | null;
  readonly resetsAtMs: number | null;
  /** Share of the limit that is used, 0 to 1. */
  readonly utilization: number | null;
}
