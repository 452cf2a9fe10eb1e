import type { Ask } from '../../shared/ask';
import type { Decision, Surface } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { AskId, SessionId } from '../../shared/ids';
import { Emitter } from '../base/emitter';
import { type AskRecord, type AskState, canMove } from './ask-record';
import type { AskShelf } from './ask-store';

/** An ask as it comes in: the summary everyone sees, and the input as the CLI sent it. */
export interface IncomingAsk {
  readonly ask: Ask;
  readonly input: Readonly<Record<string, unknown>>;
}

/** An ask whose run is gone; its input is null when it was too big to be kept here. */
export interface OrphanedAsk {
  readonly ask: Ask;
  readonly input: Readonly<Record<string, unknown>> | null;
}

/** Takes a decision to the run that asked. Rejects with 'bad-request' when it does not fit the ask: nothing was sent then. */
export type Deliver = (decision: Decision) => Promise<void>;

/** How a decision ended, for the ledger. */
export interface Outcome {
  readonly ask: Ask;
  readonly decision: Decision | null;
  readonly surface: Surface | null;
  readonly end: 'delivered' | 'withdrawn' | 'not-made';
  readonly decidedAt: number;
}

export interface AskDeskOptions {
  readonly store: AskShelf;
  /** Told of every end, once. */
  readonly record: (outcome: Outcome) => void;
  /**
   * Brings the run of an orphaned ask back. True when that run asks for the same call again; false when it can't:
   * then Claude has been told that the call was not made.
   */
  readonly revive: (ask: Ask, decision: Decision) => Promise<boolean>;
  /** The input of an ask that was too big to be kept with it. */
  readonly wholeInput: (ask: Ask) => Readonly<Record<string, unknown>> | null;
  readonly now?: () => number;
}

interface OpenAsk {
  record: AskRecord;
  readonly input: Readonly<Record<string, unknown>> | null;
  /** Null while no run waits for it. */
  deliver: Deliver | null;
  /** The run has the answer. Until the call's result is there it stays on disk: the run may die before it acts on it. */
  delivered: boolean;
  /** An earlier answer turned out to have arrived. */
  hadArrived: boolean;
}

/** How many answered asks are remembered, to tell a late surface who was first. */
const remembered = 200;

/** The one owner of every ask of every session, from asked to delivered. */
export class AskDesk {
  readonly #store: AskShelf;
  readonly #record: (outcome: Outcome) => void;
  readonly #revive: AskDeskOptions['revive'];
  readonly #wholeInput: AskDeskOptions['wholeInput'];
  readonly #now: () => number;
  /** Oldest first. */
  readonly #open = new Map<AskId, OpenAsk>();
  readonly #answered = new Map<AskId, { readonly surface: Surface; readonly at: number }>();
  readonly #changed = new Emitter<readonly Ask[]>();

  constructor({ store, record, revive, wholeInput, now = Date.now }: AskDeskOptions) {
    this.#store = store;
    this.#record = record;
    this.#revive = revive;
    this.#wholeInput = wholeInput;
    this.#now = now;
    for (const left of store.records) this.#takeUp(left);
  }

  readonly onChange = this.#changed.on;

  /** What waits for a person, oldest first. */
  get list(): readonly Ask[] {
    return [...this.#open.values()].filter(({ record }) => record.state.status !== 'decided').map(({ record }) => record.ask);
  }

  waitingIn(sessionId: SessionId): number {
    return this.list.filter((ask) => ask.sessionId === sessionId).length;
  }

  /** Whether a session has yet to act on an answer. */
  isActing(sessionId: SessionId): boolean {
    return [...this.#open.values()].some(({ record }) => record.ask.sessionId === sessionId && record.state.status === 'decided');
  }

  /** Asks of a session whose run is gone, decided or not. */
  orphansIn(sessionId: SessionId): readonly OrphanedAsk[] {
    return [...this.#open.values()]
      .filter(({ record, deliver }) => record.ask.sessionId === sessionId && deliver === null)
      .map(({ record, input }) => ({ ask: record.ask, input }));
  }

  /** The whole input, however big. */
  input(id: AskId): Readonly<Record<string, unknown>> {
    const { record, input } = this.#find(id);
    const whole = input ?? this.#wholeInput(record.ask);
    if (whole === null) throw new AppError('not-found', 'The whole of this request is no longer to be had. It can only be denied.');
    return whole;
  }

  /** Takes an ask in: on disk first, then told. It leaves when it is decided, or when `signal` says that its run withdrew it. */
  ask(incoming: IncomingAsk, signal: AbortSignal, deliver: Deliver): void {
    if (signal.aborted) return;
    const { id } = incoming.ask;
    const before = this.#open.get(id);
    // The same call, asked again by a new run. What was said of it and when it was first asked stays true.
    const note = before?.delivered ? 'may-have-run' : (before?.record.ask.note ?? null);
    const ask = before ? { ...incoming.ask, askedAt: before.record.ask.askedAt, note } : incoming.ask;
    // Decided while no run waited for it: this is the run that was brought back for it.
    const decided = before?.deliver === null && before.record.state.status === 'decided' ? before.record.state : null;
    const state: AskState = decided ?? { status: 'waiting' };
    const entry: OpenAsk = {
      record: { ask, input: incoming.input, state },
      input: incoming.input,
      deliver,
      delivered: false,
      hadArrived: false,
    };
    this.#answered.delete(id);
    this.#open.set(id, entry);
    this.#store.put(entry.record);
    signal.addEventListener('abort', () => this.#onAbort(entry, signal.reason === 'withdrawn'));
    if (decided) void this.#handOver(entry, deliver, decided).catch(() => undefined);
    this.#announce();
  }

  /** The first answer wins, because the claim is synchronous. One that does not fit the ask gives it back. */
  async decide(id: AskId, decision: Decision, surface: Surface): Promise<void> {
    const entry = this.#find(id);
    const state = { status: 'decided' as const, decision, surface, at: this.#now() };
    this.#move(entry, state);
    if (entry.deliver) await this.#handOver(entry, entry.deliver, state);
    else await this.#bringBack(entry, decision);
  }

  /** The results of these calls are there, so their answers arrived: when they were given, or before the run ended. */
  settle(ids: readonly AskId[]): void {
    for (const id of ids) {
      const entry = this.#open.get(id);
      if (entry?.delivered) this.#drop(entry);
      else if (entry && entry.deliver === null) {
        entry.hadArrived = true;
        // Whatever was answered since had no effect: the ledger has the answer that did.
        entry.record = { ...entry.record, state: { status: 'orphaned' } };
        this.#end(entry, 'delivered');
      }
    }
  }

  /** The turn is over: whatever was answered in it has been acted on. */
  turnEnded(sessionId: SessionId): void {
    this.settle(this.#deliveredIn(sessionId).map(({ record }) => record.ask.id));
  }

  /** The run is gone, and nobody knows whether it acted on its last answers. */
  runEnded(sessionId: SessionId): void {
    const unsure = this.#deliveredIn(sessionId);
    for (const entry of unsure) this.#orphan(entry, 'may-have-run');
    if (unsure.length > 0) this.#announce();
  }

  /** The session is closed: nobody will answer these any more, and no run will ask. */
  forget(sessionId: SessionId): void {
    for (const entry of this.#open.values()) if (entry.record.ask.sessionId === sessionId) this.#end(entry, 'not-made');
  }

  async #handOver(entry: OpenAsk, deliver: Deliver, state: AskState & { status: 'decided' }): Promise<void> {
    try {
      await deliver(state.decision);
    } catch (error) {
      if (this.#open.get(entry.record.ask.id) === entry) this.#giveBack(entry, error);
      throw error;
    }
    entry.delivered = true;
    this.#tell(entry, 'delivered');
    this.#announce();
  }

  async #bringBack(entry: OpenAsk, decision: Decision): Promise<void> {
    const { ask } = entry.record;
    this.#announce();
    let asked: boolean;
    try {
      asked = await this.#revive(ask, decision);
    } catch (error) {
      if (this.#open.get(ask.id) === entry) this.#move(entry, { status: 'orphaned' });
      this.#announce();
      throw error;
    }
    if (entry.hadArrived) throw new AppError('already-answered', 'An earlier answer had arrived: this call has its result.');
    // When it was asked again, `ask` has handed the decision over.
    if (!asked && this.#open.get(ask.id) === entry) this.#end(entry, 'not-made');
  }

  /** A decision that did not fit was not sent; one that met the end of the run may have been. */
  #giveBack(entry: OpenAsk, error: unknown): void {
    if (error instanceof AppError && error.code === 'bad-request') this.#move(entry, { status: 'waiting' });
    else this.#orphan(entry, 'may-have-run');
    this.#announce();
  }

  #onAbort(entry: OpenAsk, withdrawn: boolean): void {
    if (this.#open.get(entry.record.ask.id) !== entry) return;
    if (withdrawn) this.#end(entry, 'withdrawn');
    else {
      this.#orphan(entry, entry.record.state.status === 'decided' ? 'may-have-run' : 'run-ended');
      this.#announce();
    }
  }

  #deliveredIn(sessionId: SessionId): OpenAsk[] {
    return [...this.#open.values()].filter(({ record, delivered }) => delivered && record.ask.sessionId === sessionId);
  }

  #orphan(entry: OpenAsk, note: Ask['note']): void {
    entry.deliver = null;
    entry.delivered = false;
    entry.record = { ...entry.record, ask: { ...entry.record.ask, note } };
    this.#move(entry, { status: 'orphaned' });
  }

  /** What a start of the app finds on disk. */
  #takeUp({ ask, input, state }: AskRecord): void {
    const note = state.status === 'decided' ? 'may-have-run' : (ask.note ?? 'app-restarted');
    const record: AskRecord = { ask: { ...ask, note }, input, state: { status: 'orphaned' } };
    this.#open.set(ask.id, { record, input, deliver: null, delivered: false, hadArrived: false });
    this.#store.put(record);
  }

  #move(entry: OpenAsk, state: AskState): void {
    if (!canMove(entry.record.state.status, state.status))
      throw new Error(`An ask can’t go from ${entry.record.state.status} to ${state.status}.`);
    entry.record = { ...entry.record, state };
    this.#store.put(entry.record);
  }

  #end(entry: OpenAsk, end: Outcome['end']): void {
    if (!entry.delivered) this.#tell(entry, end);
    this.#drop(entry);
    this.#announce();
  }

  #drop({ record }: OpenAsk): void {
    this.#open.delete(record.ask.id);
    this.#store.remove(record.ask.id);
  }

  /** For the ledger, and for a surface that comes late. */
  #tell({ record }: OpenAsk, end: Outcome['end']): void {
    const { ask, state } = record;
    const decided = state.status === 'decided' ? state : null;
    if (decided) this.#remember(ask.id, decided);
    this.#record({
      ask,
      end,
      decision: decided?.decision ?? null,
      surface: decided?.surface ?? null,
      decidedAt: decided?.at ?? this.#now(),
    });
  }

  #remember(id: AskId, { surface, at }: AskState & { status: 'decided' }): void {
    this.#answered.set(id, { surface, at });
    const [oldest] = this.#answered.keys();
    if (oldest !== undefined && this.#answered.size > remembered) this.#answered.delete(oldest);
  }

  #find(id: AskId): OpenAsk {
    const entry = this.#open.get(id);
    if (entry && entry.record.state.status !== 'decided') return entry;
    const answered = entry?.record.state.status === 'decided' ? entry.record.state : this.#answered.get(id);
    if (answered) {
      const seconds = Math.round((this.#now() - answered.at) / 1_000);
      throw new AppError('already-answered', `Already answered in the ${answered.surface}, ${seconds} s ago.`);
    }
    throw new AppError('ask-gone', 'This request is no longer waiting for an answer.');
  }

  #announce(): void {
    this.#changed.emit(this.list);
  }
}
