import type { JsonObject } from '../../shared/json-object';
import type { ToolApprovals } from '../../tool-api/definition';
import type { PromptPort } from '../../tool-api/run-interaction';

/** A tool that is offered to Claude, wherever its code runs. */
export interface OfferedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The JSON schema of its arguments. */
  readonly parameters: JsonObject;
  readonly onRestart: 'rerun' | 'fail';
  readonly builtIn: boolean;
  /** Who owns the approvals that it remembers. A project's tool must not use those of another tool with its name. */
  readonly approvalOwner: string;
  /** Resolves with what Claude gets, which must be JSON. What it rejects with is a tool error for Claude. */
  call(args: JsonObject, call: ToolCall): Promise<unknown>;
}

/** One call of a tool: where it comes from, and the way to the person. */
export interface ToolCall extends PromptPort {
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Whether a person can be asked now. */
  readonly isInteractive: boolean;
  readonly approvals: ToolApprovals;
  log(...words: unknown[]): void;
}

/** The session that tools are for. */
export interface ToolSession {
  readonly folder: string;
  readonly trusted: boolean;
}

/** The tools for the sessions in a folder. Tools of a folder come and go. */
export interface ToolSource {
  /** Only tools that are ready and turned on. */
  toolsFor(session: ToolSession): readonly OfferedTool[];
  /** Resolves when the tools for a session are loaded, or after a few seconds. Those that are ready later come with a change. */
  prepare(session: ToolSession): Promise<void>;
  readonly onChange: (listener: () => void) => () => void;
}
