import type { Decision, Surface } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { AskId } from '../../shared/ids';
import { surfaceWords } from '../../shared/surface-words';

const mostRemembered = 200;

interface Answer {
  readonly decision: Pick<Decision, 'answer'>;
  readonly surface: Surface;
  readonly at: number;
}

/** Remembers who answered lately, so that a surface that comes too late can say who was first. */
export class RecentAnswers {
  readonly #answers = new Map<AskId, Answer>();

  add(id: AskId, { decision, surface, at }: Answer): void {
    // Not the whole decision: a form can be long.
    this.#answers.set(id, { decision: { answer: decision.answer }, surface, at });
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size > mostRemembered) this.#answers.delete(oldest);
  }

  get(id: AskId): Answer | undefined {
    return this.#answers.get(id);
  }

  forget(id: AskId): void {
    this.#answers.delete(id);
  }
}

export function alreadyAnswered({ decision, surface, at }: Answer, now: number): AppError {
  // After a timeout nobody answered: the ask was denied, or closed.
  const what = surface === 'timeout' ? (decision.answer === 'cancel' ? 'Closed' : 'Denied') : 'Already answered';
  return new AppError('already-answered', `${what} ${surfaceWords[surface]}, ${formatDuration(now - at)} ago.`, {
    answeredBy: surface,
    answeredAt: at,
  });
}

function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
