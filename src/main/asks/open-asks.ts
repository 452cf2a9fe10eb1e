import type { Ask } from '../../shared/ask';
import type { AskId, SessionId } from '../../shared/ids';
import type { RulePattern } from '../../shared/rule';
import { type AskRecord, type AskState, canMove, type Decided } from './ask-record';
import type { AskShelf } from './ask-store';

/** Takes a decision to the run that asked. Rejects with 'bad-request' when it does not fit the ask: nothing was sent then. */
export type Deliver = (decided: Decided) => Promise<void>;

export interface OpenAsk {
  record: AskRecord;
  /** On disk, or held in memory by a store that can't write: only then is anyone told of it. */
  recorded: boolean;
  /** It takes the place of one that people know of, so it does not leave their sight. */
  readonly known: boolean;
  readonly input: Readonly<Record<string, unknown>> | null;
  readonly suggestions: readonly RulePattern[];
  /** Null while no run waits for it. */
  deliver: Deliver | null;
  /** The run has the answer. Until the call's result is there it stays on disk: the run may die before it acts on it. */
  delivered: boolean;
  /** An answer that may have arrived, and was not told to the ledger. */
  unsure: Decided | null;
  /** An earlier answer turned out to have arrived. */
  hadArrived: boolean;
}

/** What lies on the desk, oldest first, and what of it is on disk. */
export class OpenAsks {
  readonly #store: AskShelf;
  readonly #beforeRecording: () => void;
  readonly #open = new Map<AskId, OpenAsk>();

  /** `beforeRecording`: what the next life of the app needs to go on with new ones is on disk when it returns. */
  constructor(store: AskShelf, beforeRecording: () => void) {
    this.#store = store;
    this.#beforeRecording = beforeRecording;
  }

  get all(): OpenAsk[] {
    return [...this.#open.values()];
  }

  get(id: AskId): OpenAsk | undefined {
    return this.#open.get(id);
  }

  /** Another may lie in its place: the same call, asked again by a new run. */
  has(entry: OpenAsk): boolean {
    return this.#open.get(entry.record.ask.id) === entry;
  }

  in(sessionId: SessionId): OpenAsk[] {
    return this.all.filter(({ record }) => record.ask.sessionId === sessionId);
  }

  /** In the place of one with the same id. Not on disk yet. */
  add(entry: OpenAsk): void {
    this.#open.set(entry.record.ask.id, entry);
  }

  /** With one write for all of them. Should it fail in a way that nobody thought of, memory still holds them. */
  keep(...entries: readonly OpenAsk[]): void {
    try {
      if (entries.some(({ recorded }) => !recorded)) this.#beforeRecording();
      this.#store.put(...entries.map(({ record, unsure }) => (unsure ? { ...record, unsure } : record)));
    } finally {
      for (const entry of entries) entry.recorded = true;
    }
  }

  move(entry: OpenAsk, state: AskState): void {
    if (!canMove(entry.record.state.status, state.status))
      throw new Error(`An ask can’t go from ${entry.record.state.status} to ${state.status}.`);
    entry.record = { ...entry.record, state };
    this.keep(entry);
  }

  orphan(entry: OpenAsk, note: Ask['note']): void {
    entry.deliver = null;
    entry.delivered = false;
    entry.record = { ...entry.record, ask: { ...entry.record.ask, expiresAt: null } };
    annotate(entry, note);
    this.move(entry, { status: 'orphaned' });
  }

  /** From the desk, and not from the disk. */
  leave({ record }: OpenAsk): void {
    this.#open.delete(record.ask.id);
  }

  drop({ record }: OpenAsk): void {
    this.#open.delete(record.ask.id);
    this.#store.remove(record.ask.id);
  }
}

/** What an earlier life of the app left on disk: no run waits for it, and what was decided may have been sent. */
export function leftOver({ ask, input, state, unsure: earlier }: AskRecord): OpenAsk {
  const late = ask.note === 'late';
  const unsure = state.status === 'decided' && !late ? state : (earlier ?? null);
  const note = unsure ? 'may-have-run' : (ask.note ?? 'app-restarted');
  const record: AskRecord = { ask: { ...ask, note, expiresAt: null }, input, state: { status: late ? 'late' : 'orphaned' } };
  return { record, input, unsure, recorded: false, known: false, suggestions: [], deliver: null, delivered: false, hadArrived: false };
}

/** For a person. */
export const waits = (entry: OpenAsk): boolean => (entry.recorded || entry.known) && isUndecided(entry);
export const isUndecided = ({ record }: OpenAsk): boolean => record.state.status !== 'decided';
export const isLate = ({ record }: OpenAsk): boolean => record.state.status === 'late';

export function annotate(entry: OpenAsk, note: Ask['note']): void {
  // Whatever else becomes of it: nothing but a person may let it run again.
  if (entry.record.ask.note === 'may-have-run') return;
  entry.record = { ...entry.record, ask: { ...entry.record.ask, note } };
}
