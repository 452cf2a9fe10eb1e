import type { Ask } from '../../shared/ask';
import type { Decision, Surface } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { FormErrors, FormValues } from '../../shared/form';
import type { AskId, SessionId } from '../../shared/ids';
import { Emitter } from '../base/emitter';
import type { Decided } from './ask-record';
import {
  type AskEffect,
  type AskEntry,
  type AskEvent,
  askerOf,
  type Deliver,
  decidedIn,
  isListed,
  isOrphan,
  isUndecided,
  mayHaveRun,
  type Step,
  stateOf,
} from './ask-state';
import { next, toRecord, transitions } from './ask-transitions';
import { checkDecision, type DecideOptions } from './check-decision';
import type { DeskDependencies, IncomingAsk, OrphanedAsk, Outcome } from './desk-dependencies';
import { fingerprintOf, fingerprintOfAsk } from './fingerprint';
import { checkFormOf } from './form-checker';
import { toDecided } from './judge';
import { LateGrants } from './late-grants';
import { alreadyAnswered, RecentAnswers } from './recent-answers';

/**
 * The one owner of every ask of every session, from its arrival until the result of its call arrives. Every call becomes an event
 * for the state machine (`ask-transitions.ts`), and the desk carries out the effects.
 */
export class AskDesk {
  readonly #deps: DeskDependencies;
  readonly #now: () => number;
  /** Oldest first. */
  readonly #entries = new Map<AskId, AskEntry>();
  readonly #grants: LateGrants;
  readonly #recentAnswers = new RecentAnswers();
  /** Who waits to hear whether their decision arrived. */
  readonly #deciders = new Map<Decided, PromiseWithResolvers<void>>();
  /** Asks that arrived in this moment. One write for all: the cost is per write, not per byte. */
  #batch = new Set<AskId>();
  readonly #closedSessions = new Set<SessionId>();
  readonly #changed = new Emitter<readonly Ask[]>();

  constructor(deps: DeskDependencies) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
    this.#grants = new LateGrants(deps.store);
    // The store has them in the order of their last write.
    const oldestFirst = deps.store.records.toSorted((one, other) => one.ask.askedAt - other.ask.askedAt);
    this.#apply(oldestFirst.map((record) => ({ id: record.ask.id, event: { type: 'restored', record } })));
  }

  readonly onChange = this.#changed.on;

  /** The asks that wait for a person, oldest first. */
  get list(): readonly Ask[] {
    return this.#all.filter(isListed).map(({ ask }) => ask);
  }

  countPending(sessionId: SessionId): number {
    return this.#in(sessionId).filter(isListed).length;
  }

  /** Whether a session waits for an answer, also to an ask that has not been announced yet. */
  isAsking(sessionId: SessionId): boolean {
    return this.#in(sessionId).some(isUndecided);
  }

  /** Whether a session has yet to act on an answer. */
  isActing(sessionId: SessionId): boolean {
    return !this.#in(sessionId).every(isUndecided);
  }

  /** Asks of a session whose run is gone, decided or not. */
  orphansIn(sessionId: SessionId): readonly OrphanedAsk[] {
    return this.#in(sessionId)
      .filter(isOrphan)
      .map(({ ask, input }) => ({ ask, input }));
  }

  /** The prompt of an ask whose run is gone; null if it has none. */
  orphanedPrompt(id: AskId): Pick<Ask, 'fingerprint' | 'interaction'> | null {
    const entry = this.#entries.get(id);
    return entry && isOrphan(entry) ? entry.ask : null;
  }

  /** The whole input, however big. */
  input(id: AskId): Readonly<Record<string, unknown>> {
    const whole = this.#wholeInput(this.#find(id));
    if (whole === null) throw new AppError('not-found', 'The whole of this request is no longer to be had. It can only be denied.');
    return whole;
  }

  /** A pending ask as it came in. */
  asked(id: AskId): IncomingAsk {
    return { ...this.#find(id), input: this.input(id) };
  }

  /** Takes an ask from a run. `signal` says that the CLI withdrew it, or that the run ended ('closed'). */
  ask(incoming: IncomingAsk, signal: AbortSignal, deliver: Deliver): void {
    const { id, sessionId, kind } = incoming.ask;
    if (signal.aborted) {
      if (signal.reason === 'closed' && !this.#closedSessions.has(sessionId))
        this.#dispatch([id], { type: 'askedByEndedRun', incoming, wasAllowed: this.#deps.wasAllowed(id) });
      return;
    }
    this.#closedSessions.delete(sessionId);
    // The same call twice in one moment: each request gets its answer.
    if (this.#batch.has(id)) this.#recordBatch();
    this.#recentAnswers.forget(id);
    signal.addEventListener('abort', () =>
      this.#dispatch([id], { type: signal.reason === 'withdrawn' ? 'withdrawn' : 'runEnded', deliver }),
    );
    const { minutes } = this.#deps.timeoutOf(kind);
    const { timeoutMs = minutes === null ? null : minutes * 60_000 } = incoming;
    const at = this.#now();
    const expiresAt = timeoutMs === null ? null : at + timeoutMs;
    this.#dispatch([id], { type: 'asked', incoming, deliver, wasAllowed: this.#deps.wasAllowed(id), expiresAt, at });
  }

  /** The first answer wins, because the claim is synchronous. Rejects if the answer did not arrive; the ask is pending again then. */
  async decide(id: AskId, decision: Decision, surface: Surface, options: DecideOptions = {}): Promise<void> {
    const { ask } = this.#find(id);
    checkDecision(decision, { ask, input: () => this.input(id), surface, options });
    const rule = options.remember === undefined ? null : this.#deps.remember(this.asked(id), options.remember);
    const decided: Decided = { status: 'decided', decision, surface, at: this.#now(), scope: rule?.scope ?? 'once', by: null };
    const arrived = this.#arrivalOf(decided);
    this.#dispatch([id], { type: 'decided', decided });
    // After the claim, or the rule would answer this very ask.
    rule?.keep();
    await arrived;
  }

  /** The rules or a mode changed: pending asks may no longer need a person. */
  reconsider(): void {
    this.#dispatch([...this.#entries.keys()], { type: 'reconsidered' });
  }

  /** The time of an ask ran out. Without a run nobody is kept waiting, so it stays. */
  async expire(id: AskId): Promise<void> {
    if (this.#batch.has(id)) this.#recordBatch();
    const entry = this.#entries.get(id);
    if (stateOf(entry) !== 'pending' || !entry || entry.ask.expiresAt === null) return;
    if (entry.ask.interaction) return this.#expirePrompt(id, entry);
    const { minutes, policy } = this.#deps.timeoutOf(entry.ask.kind);
    if (policy === 'wait') {
      this.#dispatch([id], { type: 'timedOut', denial: null, isForNow: false });
      return;
    }
    const within = minutes === null ? 'in time' : `within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
    const isForNow = policy === 'late';
    const reason = isForNow ? 'The user is away and will answer later: their answer will come as a message.' : `Nobody answered ${within}.`;
    const denial: Decided = {
      status: 'decided',
      decision: { answer: 'deny', reason },
      surface: 'timeout',
      at: this.#now(),
      scope: 'once',
      by: null,
    };
    const arrived = this.#arrivalOf(denial);
    this.#dispatch([id], { type: 'timedOut', denial, isForNow });
    await arrived;
  }

  /** A tool hears that nobody answered, and decides what follows. An MCP server is told so only if the settings say that. */
  async #expirePrompt(id: AskId, entry: AskEntry): Promise<void> {
    if (askerOf(entry) === 'server' && this.#deps.timeoutOf(entry.ask.kind).policy !== 'deny') {
      this.#dispatch([id], { type: 'timedOut', denial: null, isForNow: false });
      return;
    }
    const denial: Decided = {
      status: 'decided',
      decision: { answer: 'cancel' },
      surface: 'timeout',
      at: this.#now(),
      scope: 'once',
      by: null,
    };
    const arrived = this.#arrivalOf(denial);
    this.#dispatch([id], { type: 'timedOut', denial, isForNow: false });
    await arrived;
  }

  /** A tool ended its call, and takes the answer to this prompt later. */
  postpone({ id, interaction }: Pick<Ask, 'id' | 'interaction'>): void {
    this.#dispatch([id], { type: 'postponed', prompt: interaction?.id ?? null });
  }

  /** A tool that took a late answer asks again. */
  repromptLate(incoming: IncomingAsk): void {
    this.#dispatch([incoming.ask.id], { type: 'repromptedLate', incoming });
  }

  /** What is wrong with the values of a form, by field. */
  checkForm(id: AskId, values: FormValues): FormErrors {
    return checkFormOf(this.asked(id), values);
  }

  /** Time limits changed: an ask whose limit is gone waits for as long as it takes. */
  liftTimeLimits(): void {
    const bySettings = this.#all.filter((entry) => askerOf(entry) !== 'tool');
    const unlimited = bySettings.filter(({ ask }) => ask.expiresAt !== null && this.#deps.timeoutOf(ask.kind).minutes === null);
    this.#dispatch(idsOf(unlimited), { type: 'limitLifted' });
  }

  /** The ledger may know of an answer that a full disk kept out of asks.json. */
  checkLedger(): void {
    const allowed = this.#all.filter(
      (entry) => stateOf(entry) === 'orphaned' && !mayHaveRun(entry) && askerOf(entry) === null && this.#deps.wasAllowed(entry.ask.id),
    );
    this.#dispatch(idsOf(allowed), { type: 'foundAllowed' });
  }

  /** The results of these calls are in the transcript. */
  noteResults(ids: readonly AskId[]): void {
    this.#dispatch(ids, { type: 'resultSeen' });
  }

  /** The turn is over, so the run has acted on every answer in it. */
  turnEnded(sessionId: SessionId): void {
    this.#dispatch(idsOf(this.#in(sessionId)), { type: 'turnEnded' });
  }

  /** The run is gone. Nobody knows whether it acted on its last answers. */
  runEnded(sessionId: SessionId): void {
    this.#dispatch(idsOf(this.#in(sessionId)), { type: 'runEnded', deliver: null });
  }

  /** Whoever asked is gone, and nobody will ask again. */
  withdraw(ids: readonly AskId[]): void {
    this.#dispatch(ids, { type: 'withdrawn', deliver: null });
  }

  closeSession(sessionId: SessionId): void {
    this.#closedSessions.add(sessionId);
    this.#grants.forget(sessionId);
    this.#dispatch(idsOf(this.#in(sessionId)), { type: 'sessionClosed' });
  }

  /** This life of the app can't know whose asks these are. They stay on disk for the next. */
  leaveOnDisk(sessionId: SessionId): void {
    this.#dispatch(idsOf(this.#in(sessionId)), { type: 'leftOnDisk' });
  }

  get #all(): AskEntry[] {
    return [...this.#entries.values()];
  }

  #in(sessionId: SessionId): AskEntry[] {
    return this.#all.filter(({ ask }) => ask.sessionId === sessionId);
  }

  /** An ask that takes an answer. */
  #find(id: AskId): AskEntry {
    const entry = this.#entries.get(id);
    if (entry && transitions[entry.state.name].decided) return entry;
    const answered = (entry && decidedIn(entry.state)) ?? this.#recentAnswers.get(id);
    if (answered) throw alreadyAnswered(answered, this.#now());
    throw new AppError('ask-gone', 'This request is no longer waiting for an answer.');
  }

  #wholeInput({ ask, input }: AskEntry): Readonly<Record<string, unknown>> | null {
    if (input !== null || !ask.truncated) return input ?? ask.input;
    const said = this.#deps.wholeInput(ask);
    // The CLI may have filled in values that only the summary has. The call must be the one that was asked about.
    const whole = said && { ...ask.input, ...said };
    return whole && fingerprintOfAsk(ask, whole) === ask.fingerprint ? whole : null;
  }

  #arrivalOf(decided: Decided): Promise<void> {
    const decider = Promise.withResolvers<void>();
    // Whoever decided may have failed before it could listen.
    decider.promise.catch(() => undefined);
    this.#deciders.set(decided, decider);
    return decider.promise;
  }

  #dispatch(ids: readonly AskId[], event: AskEvent): void {
    this.#apply(ids.map((id) => ({ id, event })));
  }

  /** Moves all of them, with one write. If that fails unexpectedly, memory holds them and nothing else is left out. */
  #apply(events: readonly { readonly id: AskId; readonly event: AskEvent }[]): void {
    const moved = events.map(({ id, event }) => {
      const before = this.#entries.get(id) ?? null;
      const { entry, effects } = next(before, event);
      if (entry) this.#entries.set(id, entry);
      else this.#entries.delete(id);
      return { id, before, entry, effects };
    });
    for (const { effects } of moved) for (const effect of effects) if (effect.do === 'addRow') this.#addRow(effect.row);
    try {
      this.#write(moved.filter(({ effects }) => effects.some((effect) => effect.do === 'write')));
    } finally {
      for (const { id, effects } of moved) for (const effect of effects) this.#carryOut(id, effect);
      if (moved.some(({ effects }) => effects.some((effect) => effect.do === 'announce'))) this.#changed.emit(this.list);
    }
  }

  #write(moved: readonly (Pick<Step, 'entry'> & { readonly before: AskEntry | null })[]): void {
    if (moved.length === 0) return;
    if (moved.some(({ before }) => !isStored(before))) this.#deps.beforeRecording();
    this.#deps.store.put(...moved.flatMap(({ entry }) => (entry ? [toRecord(entry)] : [])));
  }

  #carryOut(id: AskId, effect: AskEffect): void {
    switch (effect.do) {
      case 'remove':
        this.#deps.store.remove(id);
        break;
      case 'writeWithBatch':
        this.#batch.add(id);
        if (this.#batch.size === 1) (this.#deps.scheduleBatch ?? setImmediate)(() => this.#recordBatch());
        break;
      case 'judge':
        this.#judge(id);
        break;
      case 'deliver':
        void this.#deliver(id, effect.deliver, effect.decided);
        break;
      case 'turnDown':
        void this.#turnDown(effect);
        break;
      case 'revive':
        void this.#revive(id, effect.decided);
        break;
      case 'answerLate':
        void this.#answerLate(id, effect.decided);
        break;
      case 'revokeGrant':
        if (effect.decision.answer === 'allow') this.#grants.take(grantedCall(effect.ask, effect.decision));
        break;
      case 'reconsiderAll':
        this.reconsider();
        break;
      case 'confirm':
        this.#deciders.get(effect.decided)?.resolve();
        this.#deciders.delete(effect.decided);
        break;
      case 'reject':
        this.#deciders.get(effect.decided)?.reject(effect.error);
        this.#deciders.delete(effect.decided);
        break;
      // Done for all together, in `#apply`.
      case 'addRow':
      case 'write':
      case 'announce':
        break;
    }
  }

  #recordBatch(): void {
    const ids = [...this.#batch];
    this.#batch.clear();
    this.#dispatch(ids, { type: 'recorded' });
  }

  #addRow(row: Omit<Outcome, 'endedAt'>): void {
    if (row.decided && row.end !== 'may-have-run') this.#recentAnswers.add(row.ask.id, row.decided);
    this.#deps.record({ ...row, endedAt: this.#now() });
  }

  /** A late grant, a rule or the mode decides, if it can. */
  #judge(id: AskId): void {
    const entry = this.#entries.get(id);
    const input = entry ? this.#wholeInput(entry) : null;
    if (!entry || input === null) return;
    const decided = this.#decidedByGrant(entry.ask) ?? toDecided(this.#deps.judge({ ...entry, input }), this.#now());
    if (decided) this.#dispatch([id], { type: 'decided', decided });
  }

  #decidedByGrant(ask: Ask): Decided | null {
    const grant = this.#grants.take(ask);
    return (
      grant && {
        status: 'decided',
        decision: { answer: 'allow' },
        surface: grant.surface,
        at: this.#now(),
        scope: 'once',
        by: 'your later answer',
      }
    );
  }

  async #deliver(id: AskId, deliver: Deliver, decided: Decided): Promise<void> {
    const as = this.#entries.get(id);
    if (!as) return;
    try {
      await deliver(decided);
    } catch (error) {
      const isUnsent = error instanceof AppError && error.code === 'bad-request';
      this.#dispatch([id], { type: 'deliveryFailed', deliver, decided, as, isUnsent, error });
      return;
    }
    this.#dispatch([id], { type: 'delivered', deliver, decided, as });
  }

  async #turnDown({ deliver, decided, as: { ask, folder } }: Extract<AskEffect, { do: 'turnDown' }>): Promise<void> {
    const decider = this.#deciders.get(decided);
    this.#deciders.delete(decided);
    try {
      await deliver(decided);
    } catch (error) {
      decider?.reject(error);
      return;
    }
    this.#deps.record({ ask, folder, decided, end: 'delivered', endedAt: this.#now(), found: false });
    decider?.resolve();
  }

  async #revive(id: AskId, decided: Decided): Promise<void> {
    const ask = this.#entries.get(id)?.ask;
    if (!ask) return;
    let isAsked: boolean;
    try {
      isAsked = await this.#deps.revive(ask, decided.decision);
    } catch (error) {
      this.#dispatch([id], { type: 'revivalFailed', decided, error });
      return;
    }
    this.#dispatch([id], { type: 'revived', decided, isAsked });
  }

  async #answerLate(id: AskId, decided: Decided): Promise<void> {
    const as = this.#entries.get(id);
    if (!as) return;
    const { ask } = as;
    const { decision, surface } = decided;
    // Before the message, or the call that it leads to would be asked about again.
    const isCall = ask.kind === 'permission' && ask.interaction === null;
    const grant = isCall && decision.answer === 'allow' ? this.#grants.give(grantedCall(ask, decision), surface) : null;
    try {
      await this.#deps.answerLate(ask, decision, surface);
    } catch (error) {
      if (grant) this.#grants.drop(grant);
      this.#dispatch([id], { type: 'lateFailed', decided, error });
      return;
    }
    this.#dispatch([id], { type: 'lateSent', decided, as });
  }
}

const idsOf = (entries: readonly AskEntry[]): AskId[] => entries.map(({ ask }) => ask.id);

const isStored = (entry: AskEntry | null): boolean =>
  entry !== null && entry.state.name !== 'arriving' && entry.state.name !== 'decidedOnArrival';

/** The call that a late allow grants: as it was asked, or as the person edited it. */
function grantedCall(
  { sessionId, tool, fingerprint }: Ask,
  { input }: Extract<Decision, { answer: 'allow' }>,
): Pick<Ask, 'sessionId' | 'fingerprint'> {
  return { sessionId, fingerprint: input === undefined ? fingerprint : fingerprintOf(tool, input) };
}
