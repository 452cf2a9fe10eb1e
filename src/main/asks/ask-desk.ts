import type { Ask } from '../../shared/ask';
import type { Decision, Surface } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { AskId, SessionId } from '../../shared/ids';
import { Emitter } from '../base/emitter';
import { Arrivals } from './arrivals';
import { type AskRecord, type Decided, decidedIn } from './ask-record';
import { decidedBy } from './decided-by';
import type { DeskDependencies, IncomingAsk, OrphanedAsk } from './desk-dependencies';
import { Endings } from './endings';
import { fingerprintOf } from './fingerprint';
import { LateAnswers } from './late-answers';
import { broughtFor, isFor, mustFit, type Wanted } from './meant-for';
import { annotate, type Deliver, isLate, isUndecided, leftOver, type OpenAsk, OpenAsks, waits } from './open-asks';

/** The one owner of every ask of every session, from asked to delivered. */
export class AskDesk {
  readonly #deps: DeskDependencies;
  readonly #now: () => number;
  readonly #open: OpenAsks;
  readonly #arrivals: Arrivals;
  readonly #endings: Endings;
  readonly #late: LateAnswers;
  readonly #changed = new Emitter<readonly Ask[]>();

  constructor(deps: DeskDependencies) {
    this.#deps = deps;
    this.#open = new OpenAsks(deps.store, deps.beforeRecording);
    this.#now = deps.now ?? Date.now;
    const desk = { open: this.#open, now: this.#now, announce: () => this.#announce() };
    const afterThisMoment = deps.afterThisMoment ?? setImmediate;
    this.#arrivals = new Arrivals({ ...desk, afterThisMoment, handOver: (entry) => this.#handOverDecided(entry) });
    this.#endings = new Endings({ ...desk, record: deps.record });
    this.#late = new LateAnswers({ ...deps, ...desk });
    this.#takeUp(deps.store.records);
  }

  readonly onChange = this.#changed.on;

  /** What waits for a person, oldest first. */
  get list(): readonly Ask[] {
    return this.#open.all.filter(waits).map(({ record }) => record.ask);
  }

  waitingIn(sessionId: SessionId): number {
    return this.#open.in(sessionId).filter(waits).length;
  }

  /** Whether a session waits for an answer, also to what nobody was told of yet. */
  isAsking(sessionId: SessionId): boolean {
    return this.#open.in(sessionId).some(isUndecided);
  }

  /** Whether a session has yet to act on an answer. */
  isActing(sessionId: SessionId): boolean {
    return this.#open.in(sessionId).some((entry) => !isUndecided(entry));
  }

  /** Asks of a session whose run is gone, decided or not. */
  orphansIn(sessionId: SessionId): readonly OrphanedAsk[] {
    return this.#open
      .in(sessionId)
      .filter((entry) => entry.deliver === null && !isLate(entry))
      .map(({ record, input }) => ({ ask: record.ask, input }));
  }

  /** The whole input, however big. */
  input(id: AskId): Readonly<Record<string, unknown>> {
    const whole = this.#whole(this.#find(id));
    if (whole === null) throw new AppError('not-found', 'The whole of this request is no longer to be had. It can only be denied.');
    return whole;
  }

  /** An ask that waits, as it came in. */
  asked(id: AskId): IncomingAsk {
    const { record, suggestions } = this.#find(id);
    return { ask: record.ask, input: this.input(id), suggestions };
  }

  /**
   * Takes an ask in: on disk first, with the others of this moment, then told.
   * It leaves when it is decided, or when `signal` says that its run withdrew it.
   */
  ask(incoming: IncomingAsk, signal: AbortSignal, deliver: Deliver): void {
    if (signal.aborted) return;
    const { id } = incoming.ask;
    // The same call twice in one moment: each request gets its answer.
    if (this.#arrivals.has(id)) this.#arrivals.takeIn();
    const before = this.#open.get(id);
    if (before?.deliver && before.record.state.status === 'waiting') this.#supersede(before, before.deliver);
    // The same call, asked again by a new run. What was said of it, who asked and when stays true.
    const wasLate = before?.record.ask.note === 'late';
    const mayHaveRun = before?.delivered || this.#deps.wasAllowed(id);
    const note = mayHaveRun ? 'may-have-run' : before && !wasLate ? before.record.ask.note : null;
    const { askedAt, agentName } = before?.record.ask ?? incoming.ask;
    const ask = { ...incoming.ask, note, askedAt, agentName: incoming.ask.agentName ?? agentName };
    // Decided while no run waited for it: this is the run that was brought back for it.
    const brought = before ? broughtFor(before, ask) : null;
    // A late allow takes effect here, and so not a second time.
    if (wasLate && brought) this.#late.revokeGrant(before.record.ask, brought.decision);
    const decided = brought ?? this.#decideItself({ ...incoming, ask });
    const entry: OpenAsk = {
      record: { ask: decided ? ask : this.#withTime(ask), input: incoming.input, state: decided ?? { status: 'waiting' } },
      recorded: false,
      known: before !== undefined && waits(before),
      input: incoming.input,
      suggestions: incoming.suggestions,
      deliver,
      delivered: false,
      unsure: before?.unsure ?? null,
      hadArrived: false,
    };
    this.#endings.forget(id);
    this.#open.add(entry);
    signal.addEventListener('abort', () => this.#onAbort(entry, signal.reason === 'withdrawn'));
    this.#arrivals.add(entry);
  }

  /** The first answer wins, because the claim is synchronous. One that does not fit the ask gives it back. */
  async decide(id: AskId, decision: Decision, surface: Surface, wanted: Wanted = {}): Promise<void> {
    const entry = this.#find(id);
    const { ask } = entry.record;
    mustFit(decision, { ask, input: () => this.input(id), surface, wanted });
    const rule = wanted.remember === undefined ? null : this.#deps.remember(this.asked(id), wanted.remember);
    const done = this.#carryOut(entry, {
      status: 'decided',
      decision,
      surface,
      at: this.#now(),
      scope: rule?.scope ?? 'once',
      by: null,
    });
    // After the claim, or the rule would answer this very ask.
    rule?.keep();
    await done;
  }

  /** The rules or a mode changed: what already waits may no longer need a person. */
  reconsider(): void {
    for (const entry of this.#open.all) {
      const { ask, state } = entry.record;
      const input = this.#whole(entry);
      if ((state.status !== 'waiting' && state.status !== 'orphaned') || input === null) continue;
      const decided = this.#decideItself({ ask, input, suggestions: entry.suggestions });
      // Whoever it fails for finds it on the desk again.
      if (decided) void this.#carryOut(entry, decided).catch(() => undefined);
    }
  }

  /** The time of an ask ran out. Where no run waits for it, nobody is kept waiting: it stays. */
  async expire(id: AskId): Promise<void> {
    const entry = this.#open.get(id);
    if (entry?.record.state.status !== 'waiting' || entry.record.ask.expiresAt === null) return;
    const { minutes, policy } = this.#deps.timeoutOf(entry.record.ask.kind);
    entry.record = { ...entry.record, ask: { ...entry.record.ask, expiresAt: null } };
    if (policy === 'deny') {
      const within = minutes === null ? 'in time' : `within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
      await this.decide(id, { answer: 'deny', reason: `Nobody answered ${within}.` }, 'timeout');
    } else if (policy === 'late' && entry.deliver && entry.record.ask.note !== 'may-have-run') {
      await this.#late.defer(entry, entry.deliver);
    } else {
      // Also what may have run: put off, it would lose that mark, and a later allow might make the call twice.
      annotate(entry, 'overdue');
      this.#open.keep(entry);
      this.#announce();
    }
  }

  /** Limits changed: what waits under one that is no more waits for as long as it takes. */
  liftTimes(): void {
    const isLifted = ({ record: { ask, state } }: OpenAsk): boolean =>
      state.status === 'waiting' && ask.expiresAt !== null && this.#deps.timeoutOf(ask.kind).minutes === null;
    const lifted = this.#open.all.filter(isLifted);
    for (const entry of lifted) entry.record = { ...entry.record, ask: { ...entry.record.ask, expiresAt: null } };
    // What came in at this moment is recorded with it.
    const recorded = lifted.filter((entry) => entry.recorded);
    if (recorded.length === 0) return;
    this.#open.keep(...recorded);
    this.#announce();
  }

  /** What an earlier life of the app left: of an answer that a full disk kept from asks.json the ledger may know. */
  recall(): void {
    const left = this.#open.all.filter((entry) => entry.deliver === null && waits(entry) && !isLate(entry));
    const allowed = left.filter(({ record }) => record.ask.note !== 'may-have-run' && this.#deps.wasAllowed(record.ask.id));
    for (const entry of allowed) annotate(entry, 'may-have-run');
    if (allowed.length === 0) return;
    this.#open.keep(...allowed);
    this.#announce();
  }

  /** The results of these calls are there, so their answers arrived: when they were given, or before the run ended. */
  settle(ids: readonly AskId[]): void {
    for (const id of ids) {
      const entry = this.#open.get(id);
      if (entry?.delivered) this.#open.drop(entry);
      // The CLI went on without an answer, and did not say so.
      else if (entry?.deliver && entry.record.state.status === 'waiting') this.#endings.end(entry, 'withdrawn');
      // Of one that was put off the result is the denial: its answer is still to come, or on its way.
      else if (entry && entry.deliver === null && entry.record.ask.note !== 'late') {
        entry.hadArrived = true;
        // Whatever was answered since had no effect.
        entry.record = { ...entry.record, state: entry.unsure ?? { status: 'orphaned' } };
        this.#endings.end(entry, 'delivered');
      }
    }
  }

  /** The turn is over: whatever was answered in it has been acted on. */
  turnEnded(sessionId: SessionId): void {
    this.settle(this.#deliveredIn(sessionId).map(({ record }) => record.ask.id));
  }

  /**
   * The run is gone, and nobody knows whether it acted on its last answers, nor whether it got those that were being
   * written. At once: the next run is prepared with them.
   */
  runEnded(sessionId: SessionId): void {
    const unsure = this.#open
      .in(sessionId)
      .filter(({ delivered, deliver, record }) => delivered || (deliver && record.state.status === 'decided'));
    for (const entry of unsure) this.#markUncertain(entry);
    if (unsure.length > 0) this.#announce();
  }

  /** The session is closed: nobody will answer these any more, and no run will ask. */
  forget(sessionId: SessionId): void {
    this.#late.forget(sessionId);
    for (const entry of this.#open.in(sessionId))
      this.#endings.end(entry, entry.record.ask.note === 'may-have-run' && isUndecided(entry) ? 'may-have-run' : 'not-made');
  }

  /** Whose these are can't be known in this life of the app: they stay on disk for the next. */
  leave(sessionId: SessionId): void {
    for (const entry of this.#open.in(sessionId)) this.#open.leave(entry);
    this.#announce();
  }

  /** One that came in decided. Whoever it fails for finds it on the desk again. */
  #handOverDecided(entry: OpenAsk): void {
    const decided = decidedIn(entry.record);
    if (decided && entry.deliver) void this.#handOver(entry, entry.deliver, decided).catch(() => undefined);
  }

  /** Two calls under one id: only the newer can be told apart from now on, and the run waits for both. */
  #supersede(entry: OpenAsk, deliver: Deliver): void {
    const decision: Decision = {
      answer: 'deny',
      reason: 'Another call was made under the same id. Make this one again if it is still needed.',
    };
    const by = 'another call under the same id';
    const decided: Decided = { status: 'decided', decision, surface: 'rule', at: this.#now(), scope: 'once', by };
    entry.deliver = null;
    deliver(decided).then(
      () => this.#endings.tell(entry, 'delivered', decided),
      () => undefined,
    );
  }

  /** What needs no person: a call that was allowed too late, what a rule speaks of, what the mode lets through. */
  #decideItself(asked: IncomingAsk): Decided | null {
    const { ask } = asked;
    if (ask.kind !== 'permission' || ask.note === 'may-have-run') return null;
    return this.#late.decide(ask) ?? decidedBy(this.#deps.judge(asked), this.#now());
  }

  #withTime(ask: Ask): Ask {
    const { minutes } = this.#deps.timeoutOf(ask.kind);
    return minutes === null ? ask : { ...ask, expiresAt: this.#now() + minutes * 60_000 };
  }

  /** Its first part is synchronous: the claim, and the decision on disk. */
  async #carryOut(entry: OpenAsk, decided: Decided): Promise<void> {
    const late = isLate(entry);
    this.#endings.giveUpUnsure(entry);
    this.#open.move(entry, decided);
    // Their newest word on this very call counts, also where an earlier one was to let it through.
    if (!late && decided.decision.answer === 'deny') this.#late.revokeGrant(entry.record.ask, { answer: 'allow' });
    if (late) await this.#sendLate(entry, decided);
    else if (entry.deliver) await this.#handOver(entry, entry.deliver, decided);
    else await this.#bringBack(entry, decided.decision);
  }

  async #sendLate(entry: OpenAsk, decided: Decided): Promise<void> {
    await this.#late.send(entry, decided);
    // The same call may wait already.
    this.reconsider();
    const { ask } = entry.record;
    const again = this.#open.get(ask.id);
    // Its session may have been closed meanwhile, or a run have asked by itself, which was given the answer if it is for that.
    if (again === entry) this.#endings.end(entry, 'delivered');
    else if (again && !isFor(decided.decision, ask, again.record.ask)) this.#endings.tell(entry, 'delivered');
  }

  async #handOver(entry: OpenAsk, deliver: Deliver, decided: Decided): Promise<void> {
    try {
      await deliver(decided);
    } catch (error) {
      if (this.#open.has(entry) && entry.deliver === deliver) this.#returnToPending(entry, error);
      throw error;
    }
    // The run may have ended in the same moment, and nobody knows whether it acted on it.
    if (entry.deliver === deliver) entry.delivered = true;
    entry.unsure = null;
    this.#endings.tell(entry, 'delivered', decided);
    this.#announce();
  }

  async #bringBack(entry: OpenAsk, decision: Decision): Promise<void> {
    const { ask } = entry.record;
    this.#announce();
    let asked: boolean;
    try {
      asked = await this.#deps.revive(ask, decision);
    } catch (error) {
      if (this.#open.has(entry)) this.#open.move(entry, { status: 'orphaned' });
      this.#announce();
      throw error;
    }
    if (entry.hadArrived) throw new AppError('already-answered', 'An earlier answer had arrived: this call has its result.');
    const again = this.#open.get(ask.id);
    if (again && !isFor(decision, ask, again.record.ask))
      throw new AppError('needs-look', 'The call came back changed. Your answer was not sent: look at it again.');
    // When it was asked again, `ask` has handed the decision over.
    if (!asked && this.#open.has(entry)) this.#endings.end(entry, 'not-made');
  }

  /** A decision that did not fit was not sent; one that met the end of the run may have been. */
  #returnToPending(entry: OpenAsk, error: unknown): void {
    if (error instanceof AppError && error.code === 'bad-request') this.#open.move(entry, { status: 'waiting' });
    else this.#markUncertain(entry);
    this.#announce();
  }

  #markUncertain(entry: OpenAsk): void {
    const { state } = entry.record;
    if (!entry.delivered && state.status === 'decided') entry.unsure = state;
    this.#open.orphan(entry, 'may-have-run');
  }

  #onAbort(entry: OpenAsk, withdrawn: boolean): void {
    if (!this.#open.has(entry) || isLate(entry)) return;
    if (withdrawn) {
      // Nothing was answered then, whoever would have.
      if (!entry.recorded) entry.record = { ...entry.record, state: { status: 'waiting' } };
      this.#endings.end(entry, 'withdrawn');
    } else {
      // Before it was recorded nothing was sent.
      this.#open.orphan(entry, entry.recorded && entry.record.state.status === 'decided' ? 'may-have-run' : 'run-ended');
      this.#announce();
    }
  }

  #deliveredIn(sessionId: SessionId): OpenAsk[] {
    return this.#open.in(sessionId).filter(({ delivered }) => delivered);
  }

  #whole({ record: { ask }, input }: OpenAsk): Readonly<Record<string, unknown>> | null {
    if (input !== null || !ask.truncated) return input ?? ask.input;
    const said = this.#deps.wholeInput(ask);
    // What the CLI filled in is in the summary. A call that is not the one that was asked about is not shown as that.
    const whole = said && { ...ask.input, ...said };
    return whole && fingerprintOf(ask.tool, whole) === ask.fingerprint ? whole : null;
  }

  /** What a start of the app finds on disk. */
  #takeUp(records: readonly AskRecord[]): void {
    // On the shelf each lies where it was last put.
    const oldestFirst = records.toSorted((one, other) => one.ask.askedAt - other.ask.askedAt);
    const entries = oldestFirst.map((record) => {
      const entry = leftOver(record);
      const decision = decidedIn(record)?.decision;
      // A late allow that may not have been sent: the next answer counts, also if it is a no.
      if (isLate(entry) && decision) this.#late.revokeGrant(entry.record.ask, decision);
      return entry;
    });
    for (const entry of entries) this.#open.add(entry);
    if (entries.length > 0) this.#open.keep(...entries);
  }

  #find(id: AskId): OpenAsk {
    const entry = this.#open.get(id);
    if (entry && entry.record.state.status !== 'decided') return entry;
    throw this.#endings.tooLate(id, entry ? decidedIn(entry.record) : null);
  }

  #announce(): void {
    this.#changed.emit(this.list);
  }
}
