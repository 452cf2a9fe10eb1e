import type { SessionId } from '../../shared/ids';
import type { TranscriptChange } from '../../shared/transcript';
import type { Incoming } from '../claude/incoming-requests';
import type { CanUseTool, PermissionResult } from '../claude/wire';
import { toPermissionResult } from './permission-result';
import type { SessionSurroundings } from './session-surroundings';
import type { SessionTranscript } from './session-transcript';
import { toAsk } from './to-ask';

/** Brings what a session's runs ask to the desk, and each decision back to the run that asked. */
export class SessionAsks {
  readonly #id: SessionId;
  readonly #around: Pick<SessionSurroundings, 'desk' | 'now'>;
  readonly #transcript: SessionTranscript;
  /** Calls that were denied for good: their results end the turn. */
  readonly #lastCalls = new Set<string>();

  constructor(id: SessionId, around: Pick<SessionSurroundings, 'desk' | 'now'>, transcript: SessionTranscript) {
    this.#id = id;
    this.#around = around;
    this.#transcript = transcript;
  }

  get waiting(): number {
    return this.#around.desk.waitingIn(this.#id);
  }

  ask(body: CanUseTool, incoming: Incoming<PermissionResult>): void {
    const { ask, input } = toAsk(this.#id, body, this.#around.now());
    this.#around.desk.ask({ ask, input }, incoming.signal, async (decision) => {
      if (decision.answer === 'deny' && decision.stop) this.#lastCalls.add(body.tool_use_id);
      await incoming.reply(toPermissionResult(ask, input, decision));
      if (decision.answer === 'deny') this.#transcript.write((builder) => builder.deny(body.tool_use_id));
    });
  }

  /**
   * Whether the result of a call that was denied for good is among these changes: only now may the turn be interrupted.
   * A denial that interrupts drops its reason, and so does an interrupt before the CLI has written the denial down.
   */
  endsTurn(changes: readonly TranscriptChange[]): boolean {
    const ended = changes.filter(({ item }) => item.kind === 'tool' && item.result !== null && this.#lastCalls.delete(item.toolUseId));
    return ended.length > 0;
  }

  /** The run is gone, and its calls with it. */
  endRun(): void {
    this.#lastCalls.clear();
  }
}
