import os from 'node:os';
import { type AskId, askId, type SessionId } from '../../shared/ids';
import type { ToolDecision, TranscriptChange } from '../../shared/transcript';
import type { Decided } from '../asks/ask-record';
import type { AskRule } from '../asks/ask-rules';
import type { Incoming } from '../claude/incoming-requests';
import type { ProtocolPeer } from '../claude/peer';
import type { PermissionRequest } from '../claude/permission-request';
import { realPathsOnce } from '../shell/real-path';
import { toPermissionAnswer } from './permission-answer';
import type { SessionDependencies } from './session-dependencies';
import type { SessionTranscript } from './session-transcript';
import type { StoredSession } from './stored-session';
import { toAsk } from './to-ask';
import { needsAskRules } from './who-asks';

type Dependencies = Pick<SessionDependencies, 'desk' | 'now' | 'conversations'>;

/** The run that asks, as far as an ask needs it. */
interface AskingRun {
  readonly folder: string;
  /** What the subagent was started for that asks, when one does. */
  readonly agent: string | null;
  readonly peer: Pick<ProtocolPeer, 'askRules'> | null;
}

/** A run answers within milliseconds, on a busy machine within a second or two. After this a person decides without it. */
const askRulesMs = 5_000;

/** The ask rules in force; null when the run does not tell them. */
async function readAskRules(peer: AskingRun['peer']): Promise<readonly AskRule[] | null> {
  if (!peer) return null;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, askRulesMs, null);
  });
  return Promise.race([peer.askRules().catch(() => null), tooLate]).finally(() => clearTimeout(timer));
}

/** How long a run that was brought back for a call may take to ask for it. */
const askAgainMs = 15_000;

/** Brings what a session's runs ask to the desk, and each decision back to the run that asked. */
export class SessionAsks {
  readonly #id: SessionId;
  readonly #deps: Dependencies;
  readonly #transcript: SessionTranscript;
  /** Calls that were denied for good: their results end the turn. */
  readonly #lastCalls = new Set<string>();
  /** The ask that the CLI's transcript was marked for before the run started. */
  #offered: AskId | null = null;
  /** Who waits for the new run to ask again. */
  readonly #awaited = new Map<AskId, { readonly asked: () => void; readonly runEnded: () => void }>();
  /** How many asks wait for the run's rules before they go to the desk. */
  #held = 0;
  readonly #say: (text: string) => void;

  /** `say` hands a message to the running turn. */
  constructor(id: SessionId, deps: Dependencies, transcript: SessionTranscript, say: (text: string) => void) {
    this.#id = id;
    this.#deps = deps;
    this.#transcript = transcript;
    this.#say = say;
  }

  get waiting(): number {
    return this.#deps.desk.waitingIn(this.#id);
  }

  /** Its run waits for an answer, or a person is to give one to the next. */
  get isAsking(): boolean {
    return this.#held > 0 || this.#deps.desk.isAsking(this.#id);
  }

  /** An answer was given, and its call has no result yet. */
  get isActing(): boolean {
    return this.#deps.desk.isActing(this.#id);
  }

  /** Before a run starts: what the run before left open is asked again by it, where the CLI can. */
  async prepare(record: StoredSession): Promise<void> {
    this.#offered = null;
    const orphans = this.#deps.desk.orphansIn(this.#id);
    if (orphans.length === 0) return;
    // Only one can be asked again: rather one that was answered.
    const answeredFirst = orphans.toSorted((one, other) => Number(this.#awaited.has(other.ask.id)) - Number(this.#awaited.has(one.ask.id)));
    const { offered, settled } = await this.#deps.conversations.offerOpenCalls(record, answeredFirst);
    this.#offered = offered;
    this.#deps.desk.settle(settled);
  }

  /** Whether the run that was started for it asks for the same call again, or its result has turned up. */
  async isAskedAgain(id: AskId, { ready, isUp }: { ready: () => Promise<unknown>; isUp: () => boolean }): Promise<boolean> {
    let isReady = false;
    const asked = new Promise<boolean>((resolve) => {
      // When another run takes over, that has begun once this end has been told to everyone.
      const runEnded = (): void => queueMicrotask(() => isReady && !isUp() && resolve(false));
      this.#awaited.set(id, { asked: () => resolve(true), runEnded });
    });
    try {
      await ready();
      isReady = true;
      if (this.#offered !== id) return !this.#deps.desk.orphansIn(this.#id).some(({ ask }) => ask.id === id);
      const late = new Promise<boolean>((resolve) => {
        setTimeout(resolve, askAgainMs, false).unref();
      });
      return await Promise.race([asked, late]);
    } finally {
      this.#awaited.delete(id);
    }
  }

  /**
   * Takes an ask to the desk. Where a rule of Claude's settings may be behind it, the run is first asked for its rules, so that
   * no mode answers what the person wants to be asked about.
   */
  ask(request: PermissionRequest, incoming: Incoming, by: AskingRun): void | Promise<void> {
    const at = this.#deps.now();
    if (!needsAskRules(request)) {
      this.#takeIn(request, incoming, by, at, null);
      return;
    }
    this.#held += 1;
    return readAskRules(by.peer).then((rules) => {
      this.#held -= 1;
      this.#takeIn(request, incoming, by, at, rules);
    });
  }

  #takeIn(
    request: PermissionRequest,
    incoming: Incoming,
    { folder, agent }: AskingRun,
    at: number,
    askRules: readonly AskRule[] | null,
  ): void {
    const where = { cwd: folder, home: os.homedir(), realpath: realPathsOnce() };
    const said = this.#transcript.inputOf(request.toolUseId);
    const asked = toAsk(this.#id, request, at, { ...where, agent, askRules, said });
    const { ask, input } = asked;
    this.#transcript.write((builder) => builder.setChangedInput(request.toolUseId, ask.changedByHook ? input : null));
    this.#deps.desk.ask(asked, incoming.signal, async (decided) => {
      const { decision } = decided;
      if (decision.answer === 'deny' && decision.stop) this.#lastCalls.add(request.toolUseId);
      await incoming.reply(toPermissionAnswer(ask, input, decision));
      this.#transcript.write((builder) => builder.recordDecision(request.toolUseId, toolDecision(decided)));
      if (decision.answer === 'allow' && decision.note?.trim()) this.#say(decision.note.trim());
    });
    // A run that is gone by now has not asked again.
    if (!incoming.signal.aborted) this.#awaited.get(ask.id)?.asked();
  }

  /**
   * Takes note of results. Whether that of a call that was denied for good is among them: only now may the turn be interrupted.
   * A denial that interrupts drops its reason, and so does an interrupt before the CLI has written the denial down.
   */
  endsTurn(changes: readonly TranscriptChange[]): boolean {
    const settled = changes.flatMap(({ item }) => (item.kind === 'tool' && item.result !== null ? [item.toolUseId] : []));
    this.#deps.desk.settle(settled.map((toolUseId) => askId(this.#id, toolUseId)));
    return settled.filter((toolUseId) => this.#lastCalls.delete(toolUseId)).length > 0;
  }

  endTurn(): void {
    this.#deps.desk.turnEnded(this.#id);
  }

  /** The run is gone, and its calls with it. */
  endRun(): void {
    this.#lastCalls.clear();
    for (const { runEnded } of this.#awaited.values()) runEnded();
    this.#deps.desk.runEnded(this.#id);
  }
}

/** A decision as the transcript shows it. */
function toolDecision({ decision, surface, at, by }: Decided): ToolDecision {
  return {
    answer: decision.answer,
    surface,
    at,
    by,
    reason: decision.answer === 'deny' ? (decision.reason ?? null) : null,
    note: decision.answer === 'allow' ? (decision.note ?? null) : null,
    edited: decision.answer === 'allow' ? (decision.input ?? null) : null,
  };
}
