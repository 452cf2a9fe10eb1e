import type { FieldOption, FieldValue, FormField, FormValues } from '../shared/form';
import type { ApprovalScope, InteractionAction, Presentation } from '../shared/interaction';

export type { ApprovalScope, FieldOption, FieldValue, FormField, FormValues };

/** What a file `tool.ts` or `tool.mjs` exports by default. Made with `defineTool`. */
export interface ToolDefinition<Args extends object = Readonly<Record<string, unknown>>> {
  /** The name that Claude sees: letters, digits, `_` and `-`. */
  readonly name: string;
  /** The name that people see. The default is `name`. */
  readonly title?: string;
  /** Tells Claude when to use the tool. */
  readonly description: string;
  /** A JSON schema of an object. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /**
   * What happens to a call whose answer was pending when Signalbox or the run ended: the handler runs again from the start, or Claude
   * is told that the outcome is unknown. The default is `fail`, because a handler may have done half of its work.
   */
  readonly onRestart?: 'rerun' | 'fail';
  /** Does the work. Claude gets what it returns, as JSON. What it throws is a tool error for Claude. */
  handler(args: Args, ctx: ToolContext): unknown;
}

/** What a handler gets beside its arguments. */
export interface ToolContext {
  readonly sessionId: string;
  readonly toolCallId: string;
  /** The session's folder. */
  readonly cwd: string;
  /** Aborts when Claude Code gives up the call, or its run ends. */
  readonly signal: AbortSignal;
  /** Writes a line to the tool's log in Settings. */
  log(...words: unknown[]): void;
  /** Whether a person can be asked when the call begins. */
  readonly interaction: { readonly available: boolean };
  /** Asks the person. Resolves with what the hook gives as `complete`. Rejects with a `ToolError`. */
  requestInteraction(request: InteractionRequest): Promise<unknown>;
  readonly approvals: ToolApprovals;
}

/** Approvals that the person let the tool remember. The tool chooses the keys, and sees only its own. */
export interface ToolApprovals {
  /** `once` is returned one time only. Null if nothing is remembered. */
  get(key: string): Promise<ApprovalScope | null>;
  set(key: string, scope: ApprovalScope): Promise<void>;
  /** Forgets those with the scope `session`. */
  clearSession(): Promise<void>;
}

/** What one prompt shows. */
export interface PromptContent {
  readonly prompt: string;
  /** What was wrong with the last answer. */
  readonly error?: string;
  /** The default is `once` and `session`. */
  readonly approvalScopes?: readonly ApprovalScope[];
  /** Required for the type `input`. */
  readonly inputSchema?: { readonly type: 'form'; readonly fields: readonly FormField[] };
  readonly initialValues?: FormValues;
  /** The default is five minutes. Null waits for as long as it takes. */
  readonly timeoutMs?: number | null;
  /** The default is `tool`: inside the card of the call. */
  readonly presentation?: Presentation;
  readonly completedView?: { readonly showInputs?: boolean; readonly summaryTemplate?: string };
}

export interface InteractionHooks {
  onResponse(response: UserResponse): Outcome | Promise<Outcome>;
  /** Without it, the call ends with `{ ok: false, timedOut: true }`. */
  onTimeout?(): Outcome | Promise<Outcome>;
  /** For cleaning up when the call is given up. Then `requestInteraction` rejects with `interaction-cancelled`. */
  onCancel?(): unknown;
}

export interface InteractionRequest extends PromptContent, InteractionHooks {
  readonly type: 'approval' | 'input';
}

export interface UserResponse {
  /** `cancel`: the person closed the prompt without an answer. */
  readonly action: InteractionAction;
  /** With `approve`. */
  readonly approvalScope?: ApprovalScope;
  /** With `submit`. */
  readonly input?: FormValues;
  /** With `deny`, if the person gave one. */
  readonly reason?: string;
}

/** What a hook wants next: end, ask again in the same place, or end the call now and hear the answer later. */
export type Outcome = { readonly complete: unknown } | { readonly reprompt: Partial<PromptContent> } | { readonly pending: Pending };

/** Claude is told `message` at once. When the person answers, what the handler returns reaches Claude as a message. */
export interface Pending {
  readonly message: string;
  /** Shows the prompt as queued rather than overdue. The default is true. */
  readonly queued?: boolean;
}

export type ToolErrorCode = 'interaction-unavailable' | 'interaction-cancelled' | 'too-many-reprompts' | 'invalid-request';

/** An expected failure. Code checks the code; people read the message. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  constructor(
    readonly code: ToolErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Returns its argument. It is there for the types. */
export const defineTool = <Args extends object = Readonly<Record<string, unknown>>>(tool: ToolDefinition<Args>): ToolDefinition<Args> =>
  tool;
