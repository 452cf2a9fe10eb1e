import { AppError, messageOf } from '../../shared/errors';
import { isTooDeep } from '../../shared/json-depth';
import type { JsonObject } from '../../shared/json-object';
import { ToolError } from '../../tool-api/definition';
import type { CallContext, FromTool, Reply, ToTool, Wanted } from '../../tool-process/messages';
import type { ToolCall } from './offered-tool';

export interface CallOptions {
  readonly id: number;
  readonly args: JsonObject;
  readonly call: ToolCall;
  /** The tool's name, for people. */
  readonly name: string;
  /** How long the handler may go on after its call was given up. */
  readonly stopMs: number;
  readonly post: (message: ToTool) => void;
  /** Nobody waits for the call any more. `isBlocked`: the process took no message since it was told. */
  readonly onAbandoned: (isBlocked: boolean) => void;
}

/** One call in a tool's process: it passes on the handler's requests, and ends exactly once. */
export class ProcessCall {
  readonly #options: CallOptions;
  readonly #outcome = Promise.withResolvers<unknown>();
  #isOver = false;
  #cancelSeen = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CallOptions) {
    this.#options = options;
  }

  /** Whether the call was given up. */
  get isCancelled(): boolean {
    return this.#options.call.signal.aborted;
  }

  /** Resolves with what the handler returned. */
  run(): Promise<unknown> {
    const { id, args, call, post } = this.#options;
    const { sessionId, toolCallId, cwd, isInteractive, signal } = call;
    const context: CallContext = { sessionId, toolCallId, cwd, isInteractive };
    if (signal.aborted) this.#settle(() => this.#outcome.reject(givenUp()));
    else {
      signal.addEventListener('abort', this.#cancel, { once: true });
      post({ type: 'call', call: id, args, context });
    }
    return this.#outcome.promise;
  }

  receive(message: Extract<FromTool, { readonly call: number }>): void {
    switch (message.type) {
      case 'result':
        this.#settle(() => {
          try {
            this.#outcome.resolve(parseResult(message.json));
          } catch (error) {
            this.#outcome.reject(error);
          }
        });
        break;
      case 'error':
        this.#settle(() => this.#outcome.reject(toError(message)));
        break;
      case 'cancel-seen':
        this.#cancelSeen = true;
        break;
      case 'request':
        void this.#answer(message.request, message.wanted);
        break;
    }
  }

  /** The process is gone. */
  fail(reason: string): void {
    this.#settle(() => this.#outcome.reject(new AppError('tool-failed', reason)));
  }

  readonly #cancel = (): void => {
    const { id, name, stopMs, post, onAbandoned } = this.#options;
    post({ type: 'cancel', call: id });
    this.#timer = setTimeout(() => {
      this.fail(`${name} went on for ${stopMs / 1_000} seconds after its call was given up. Nothing waits for it any more.`);
      onAbandoned(!this.#cancelSeen);
    }, stopMs);
  };

  async #answer(request: number, wanted: Wanted): Promise<void> {
    this.#options.post({ type: 'reply', request, reply: await this.#reply(wanted) });
  }

  async #reply(wanted: Wanted): Promise<Reply> {
    try {
      if (this.#isOver) throw givenUp();
      return { ok: true, value: (await this.#serve(wanted)) ?? null };
    } catch (error) {
      return { ok: false, code: error instanceof ToolError ? error.code : null, message: messageOf(error) };
    }
  }

  #serve(wanted: Wanted): Promise<unknown> {
    const { call } = this.#options;
    switch (wanted.what) {
      case 'prompt':
        return call.prompt(wanted.prompt);
      case 'postpone':
        return call.postpone({ message: wanted.message, queued: wanted.queued });
      case 'get-approval':
        return call.approvals.get(wanted.key);
      case 'set-approval':
        return call.approvals.set(wanted.key, wanted.scope);
      case 'clear-session-approvals':
        return call.approvals.clearSession();
    }
  }

  #settle(settle: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#options.call.signal.removeEventListener('abort', this.#cancel);
    settle();
  }
}

const givenUp = (): ToolError => new ToolError('interaction-cancelled', 'The call was given up.');

const toError = ({ code, message }: Extract<FromTool, { readonly type: 'error' }>): Error =>
  code === null ? new AppError('tool-failed', message) : new ToolError(code, message);

/** The process checks what the handler returns, but the author's code could have sent the message itself. */
function parseResult(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (isTooDeep(value)) throw new AppError('tool-failed', 'The tool returned JSON that is nested too deep.');
  return value;
}
