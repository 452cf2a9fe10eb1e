import type { SessionSummary } from '../../shared/session';

export interface QuitConfirmationOptions {
  readonly sessions: () => readonly SessionSummary[];
  /** Asks the user whether to quit despite these effects. */
  readonly ask: (effects: string) => Promise<boolean>;
}

/** Asks for confirmation before quitting interrupts something, once per attempt to quit. */
export class QuitConfirmation {
  readonly #options: QuitConfirmationOptions;
  #state: 'idle' | 'asking' | 'confirmed' = 'idle';

  constructor(options: QuitConfirmationOptions) {
    this.#options = options;
  }

  /** Whether quitting now would ask for confirmation. */
  get isNeeded(): boolean {
    return this.#state !== 'confirmed' && describeQuitEffects(this.#options.sessions()) !== null;
  }

  /** Quitting has started, so nothing is asked from now on. */
  markConfirmed(): void {
    this.#state = 'confirmed';
  }

  /** Returns whether the app may quit. */
  async confirm(): Promise<boolean> {
    const effects = describeQuitEffects(this.#options.sessions());
    if (this.#state === 'confirmed' || effects === null) return true;
    if (this.#state === 'asking') return false;
    this.#state = 'asking';
    const confirmed = await this.#options.ask(effects).catch(() => false);
    this.#state = confirmed ? 'confirmed' : 'idle';
    return confirmed;
  }
}

/** Describes what quitting now would interrupt, or returns null for nothing. */
export function describeQuitEffects(sessions: readonly SessionSummary[]): string | null {
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
