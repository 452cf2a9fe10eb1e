import type { SessionSummary } from '../../shared/session';

export interface QuitQuestionOptions {
  readonly sessions: () => readonly SessionSummary[];
  /** Whether the person wants to quit although it does this. */
  readonly ask: (whatItDoes: string) => Promise<boolean>;
}

/** Asks before quitting interrupts something: once for one wish, whatever way it takes. */
export class QuitQuestion {
  readonly #options: QuitQuestionOptions;
  #state: 'open' | 'asking' | 'agreed' = 'open';

  constructor(options: QuitQuestionOptions) {
    this.#options = options;
  }

  /** Whether it would have to ask. */
  get isNeeded(): boolean {
    return this.#state !== 'agreed' && whatQuittingDoes(this.#options.sessions()) !== null;
  }

  /** Quitting has begun: nothing is asked any more. */
  agree(): void {
    this.#state = 'agreed';
  }

  async mayQuit(): Promise<boolean> {
    const effect = whatQuittingDoes(this.#options.sessions());
    if (this.#state === 'agreed' || effect === null) return true;
    if (this.#state === 'asking') return false;
    this.#state = 'asking';
    const agreed = await this.#options.ask(effect).catch(() => false);
    this.#state = agreed ? 'agreed' : 'open';
    return agreed;
  }
}

/** What quitting now would do; null when it would interrupt nothing. */
export function whatQuittingDoes(sessions: readonly SessionSummary[]): string | null {
  const working = sessions.filter(({ state }) => state === 'working' || state === 'starting').length;
  const waiting = sessions
    .filter(({ state, pid }) => state === 'waiting' && pid !== null)
    .reduce((sum, session) => sum + session.waiting, 0);
  const sentences = [
    working === 0
      ? []
      : working === 1
        ? ['1 session is working and will be stopped.']
        : [`${working} sessions are working and will be stopped.`],
    waiting === 0
      ? []
      : waiting === 1
        ? ['1 request is waiting for your answer. It comes back at the next start.']
        : [`${waiting} requests are waiting for your answer. They come back at the next start.`],
  ].flat();
  return sentences.length === 0 ? null : sentences.join('\n');
}
