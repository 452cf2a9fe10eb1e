import type { Ask } from '../../shared/ask';
import type { Decision, Surface } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { AskId, SessionId } from '../../shared/ids';
import { Emitter } from '../base/emitter';

/** An ask as it comes in: the summary everyone sees, and the input as the CLI sent it. */
export interface IncomingAsk {
  readonly ask: Ask;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Takes a decision to the run that asked. Rejects when the decision does not fit the ask: nothing was sent then. */
export type Deliver = (decision: Decision) => Promise<void>;

interface OpenAsk extends IncomingAsk {
  readonly deliver: Deliver;
  /** A decision is on its way: it waits for no other, and keeps its place in case it comes back. */
  claimed: boolean;
}

interface Answered {
  readonly surface: Surface;
  readonly at: number;
}

/** How many answered asks are remembered, to tell a late surface who was first. */
const remembered = 200;

/** The one owner of every ask of every session, from asked to delivered. */
export class AskDesk {
  /** Oldest first. */
  readonly #open = new Map<AskId, OpenAsk>();
  readonly #answered = new Map<AskId, Answered>();
  readonly #changed = new Emitter<readonly Ask[]>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  readonly onChange = this.#changed.on;

  /** What waits, oldest first. */
  get list(): readonly Ask[] {
    return [...this.#open.values()].filter(({ claimed }) => !claimed).map(({ ask }) => ask);
  }

  waitingIn(sessionId: SessionId): number {
    return this.list.filter((ask) => ask.sessionId === sessionId).length;
  }

  /** The whole input, however big. */
  input(id: AskId): Readonly<Record<string, unknown>> {
    return this.#find(id).input;
  }

  /** Takes an ask in. It leaves when it is decided, or when `signal` says that nobody waits for it any more. */
  ask(incoming: IncomingAsk, signal: AbortSignal, deliver: Deliver): void {
    const { id } = incoming.ask;
    if (signal.aborted) return;
    const entry: OpenAsk = { ...incoming, deliver, claimed: false };
    this.#answered.delete(id);
    this.#open.set(id, entry);
    signal.addEventListener('abort', () => {
      if (this.#close(entry)) this.#announce();
    });
    this.#announce();
  }

  /** The first answer wins, because the claim is synchronous; one that does not fit the ask gives it back. */
  async decide(id: AskId, decision: Decision, surface: Surface): Promise<void> {
    const entry = this.#find(id);
    entry.claimed = true;
    try {
      await entry.deliver(decision);
    } catch (error) {
      entry.claimed = false;
      if (!(error instanceof AppError && error.code === 'bad-request')) this.#close(entry);
      this.#announce();
      throw error;
    }
    this.#close(entry);
    this.#answered.set(id, { surface, at: this.#now() });
    const [oldest] = this.#answered.keys();
    if (oldest !== undefined && this.#answered.size > remembered) this.#answered.delete(oldest);
    this.#announce();
  }

  /** False when it is closed already, also when a later ask has its id. */
  #close(entry: OpenAsk): boolean {
    return this.#open.get(entry.ask.id) === entry && this.#open.delete(entry.ask.id);
  }

  #find(id: AskId): OpenAsk {
    const entry = this.#open.get(id);
    if (entry && !entry.claimed) return entry;
    if (entry) throw new AppError('already-answered', 'An answer is on its way already.');
    const answered = this.#answered.get(id);
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
