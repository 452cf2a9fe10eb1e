import os from 'node:os';
import { type AskId, askId, type SessionId } from '../../shared/ids';
import type { ToolDecision, TranscriptChange } from '../../shared/transcript';
import type { Decided } from '../asks/ask-record';
import type { AskRule } from '../asks/ask-rules';
import type { IncomingAsk } from '../asks/desk-dependencies';
import type { Incoming } from '../claude/incoming-requests';
import type { ProtocolPeer } from '../claude/peer';
import type { PermissionRequest } from '../claude/permission-request';
import { realPathsOnce } from '../shell/real-path';
import { toPermissionAnswer } from './permission-answer';
import type { RunLife } from './run-life';
import type { SessionDependencies } from './session-dependencies';
import type { SessionRecord } from './session-record';
import type { SessionTranscript } from './session-transcript';
import { type AskContext, toAsk } from './to-ask';
import { needsAskRules } from './who-asks';

type Dependencies = Pick<SessionDependencies, 'desk' | 'now' | 'conversations'>;

/** A run answers within milliseconds, on a busy machine within a second or two. After this time a person decides without its rules. */
const askRulesMs = 5_000;

/** Reads the ask rules in force from the run; null if it does not answer. */
async function readAskRules(peer: Pick<ProtocolPeer, 'askRules'> | undefined): Promise<readonly AskRule[] | null> {
  if (!peer) return null;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, askRulesMs, null);
  });
  return Promise.race([peer.askRules().catch(() => null), tooLate]).finally(() => clearTimeout(timer));
}

/** How long a run that was started for an orphaned ask may take to ask again. */
const askAgainMs = 15_000;

/** Passes the asks of a session's runs to the desk, and each decision back to the run that asked. */
export class SessionAsks {
  readonly #deps: Dependencies;
  readonly #record: SessionRecord;
  readonly #transcript: SessionTranscript;
  readonly #life: RunLife;
  /** Calls that were denied with "stop": the turn is interrupted when their results arrive. */
  readonly #stoppingCalls = new Set<string>();
  /** The ask for which the CLI's transcript was marked before the run started. */
  #marked: AskId | null = null;
  /** Asks that the new run is expected to ask again. */
  readonly #awaited = new Map<AskId, { readonly asked: () => void; readonly runEnded: () => void }>();
  /** How many asks wait for the run's ask rules before they go to the desk. */
  #held = 0;
  readonly #say: (text: string) => void;

  /** `say` sends a message to the running turn. */
  constructor(deps: Dependencies, record: SessionRecord, transcript: SessionTranscript, life: RunLife, say: (text: string) => void) {
    this.#deps = deps;
    this.#record = record;
    this.#transcript = transcript;
    this.#life = life;
    this.#say = say;
  }

  get #id(): SessionId {
    return this.#record.value.id;
  }

  get waiting(): number {
    return this.#deps.desk.countPending(this.#id);
  }

  /** The run waits for an answer, or a person still has to answer for the next run. */
  get isAsking(): boolean {
    return this.#held > 0 || this.#deps.desk.isAsking(this.#id);
  }

  /** A call was answered and has no result yet. */
  get isActing(): boolean {
    return this.#deps.desk.isActing(this.#id);
  }

  /** Before a run starts: has it ask again about a call that the run before left open, if the CLI can. */
  async prepareRun(): Promise<void> {
    this.#marked = null;
    const orphans = this.#deps.desk.orphansIn(this.#id);
    if (orphans.length === 0) return;
    // Only one call can be asked again. Prefer one that was answered.
    const answeredFirst = orphans.toSorted((one, other) => Number(this.#awaited.has(other.ask.id)) - Number(this.#awaited.has(one.ask.id)));
    const { marked, settled } = await this.#deps.conversations.markOpenCall(this.#record.value, answeredFirst);
    this.#marked = marked;
    this.#deps.desk.noteResults(settled);
  }

  /** Gets a ready run for an orphaned ask. Returns whether that run asks about the same call, or the call's result turned up. */
  async isAskedAgain(id: AskId, ready: () => Promise<unknown>): Promise<boolean> {
    let isReady = false;
    const asked = new Promise<boolean>((resolve) => {
      // By the next microtask, a run that takes over has begun to start.
      const runEnded = (): void => queueMicrotask(() => isReady && !this.#life.isUp && resolve(false));
      this.#awaited.set(id, { asked: () => resolve(true), runEnded });
    });
    try {
      await ready();
      isReady = true;
      if (this.#marked !== id) return !this.#deps.desk.orphansIn(this.#id).some(({ ask }) => ask.id === id);
      const late = new Promise<boolean>((resolve) => {
        setTimeout(resolve, askAgainMs, false).unref();
      });
      // A tool that can't go on answers the call without asking.
      return (await Promise.race([asked, late])) || !this.#deps.desk.orphansIn(this.#id).some(({ ask }) => ask.id === id);
    } finally {
      this.#awaited.delete(id);
    }
  }

  /**
   * Passes an ask to the desk. If a rule of Claude's settings may have caused it, reads the run's rules first, so that no mode
   * answers what the person wants to be asked about.
   */
  ask(request: PermissionRequest, incoming: Incoming): void | Promise<void> {
    const { live } = this.#life;
    // A run that asks is in a turn, even if it was started for this ask and has said nothing else yet.
    live?.assume({ busy: true });
    const at = this.#deps.now();
    const agent = live?.facts.agents.get(request.agentId ?? '') ?? null;
    if (!needsAskRules(request)) {
      this.#toDesk(request, incoming, { at, agent, askRules: null });
      return;
    }
    this.#held += 1;
    return readAskRules(live?.run.peer).then((askRules) => {
      this.#held -= 1;
      this.#toDesk(request, incoming, { at, agent, askRules });
    });
  }

  #toDesk(
    request: PermissionRequest,
    incoming: Incoming,
    { at, ...context }: Pick<AskContext, 'agent' | 'askRules'> & { readonly at: number },
  ): void {
    const where = { cwd: this.#record.value.folder, home: os.homedir(), realpath: realPathsOnce() };
    const said = this.#transcript.inputOf(request.toolUseId);
    const asked = toAsk(this.#id, request, at, { ...where, ...context, said });
    const { ask, input } = asked;
    this.#transcript.write((builder) => builder.setChangedInput(request.toolUseId, ask.changedByHook ? input : null));
    this.#deps.desk.ask(asked, incoming.signal, async (decided) => {
      const { decision } = decided;
      if (decision.answer === 'deny' && decision.stop) this.#stoppingCalls.add(request.toolUseId);
      await incoming.reply(toPermissionAnswer(ask, input, decision));
      this.#transcript.write((builder) => builder.recordDecision(request.toolUseId, toolDecision(decided)));
      if (decision.answer === 'allow' && decision.note?.trim()) this.#say(decision.note.trim());
    });
    // The run may have ended while its rules were read.
    if (!incoming.signal.aborted) this.#awaited.get(ask.id)?.asked();
  }

  /** Passes a prompt of one of our tools to the desk. */
  askForTool(incoming: IncomingAsk, signal: AbortSignal, deliver: (decided: Decided) => Promise<void>): void {
    this.#life.live?.assume({ busy: true });
    this.#deps.desk.ask(incoming, signal, deliver);
    this.#awaited.get(incoming.ask.id)?.asked();
  }

  /** Whether a call is left over from a run that is gone, and its prompt has not been settled. */
  isLeftOver(toolUseId: string): boolean {
    const id = askId(this.#id, toolUseId);
    return this.#deps.desk.orphansIn(this.#id).some(({ ask }) => ask.id === id);
  }

  /**
   * Settles the asks of calls that have results. Returns whether one of them was denied with "stop", so that the turn must be
   * interrupted now. A denial that interrupts, or an earlier interrupt, would lose the reason of the denial.
   */
  settleResults(changes: readonly TranscriptChange[]): boolean {
    const settled = changes.flatMap(({ item }) => (item.kind === 'tool' && item.result !== null ? [item.toolUseId] : []));
    this.#deps.desk.noteResults(settled.map((toolUseId) => askId(this.#id, toolUseId)));
    return settled.filter((toolUseId) => this.#stoppingCalls.delete(toolUseId)).length > 0;
  }

  endTurn(): void {
    this.#deps.desk.turnEnded(this.#id);
  }

  endRun(): void {
    this.#stoppingCalls.clear();
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
