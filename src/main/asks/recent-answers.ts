import type { Surface } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { AskId } from '../../shared/ids';
import { surfaceWords } from '../../shared/surface-words';

/** How many answered asks are remembered. */
const remembered = 200;

interface Answer {
  readonly surface: Surface;
  readonly at: number;
}

/** Who answered lately, to tell a surface that comes late who was first. */
export class RecentAnswers {
  readonly #answers = new Map<AskId, Answer>();

  add(id: AskId, { surface, at }: Answer): void {
    this.#answers.set(id, { surface, at });
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size > remembered) this.#answers.delete(oldest);
  }

  get(id: AskId): Answer | undefined {
    return this.#answers.get(id);
  }

  /** It is asked again. */
  forget(id: AskId): void {
    this.#answers.delete(id);
  }
}

export function alreadyAnswered({ surface, at }: Answer, now: number): AppError {
  // Nobody answered what ran out of time: it was denied.
  const what = surface === 'timeout' ? 'Denied' : 'Already answered';
  return new AppError('already-answered', `${what} ${surfaceWords[surface]}, ${howLong(now - at)} ago.`);
}

function howLong(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
