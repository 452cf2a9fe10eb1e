import { AppError } from '../../shared/errors';
import type { AskId } from '../../shared/ids';
import { Answered, alreadyAnswered } from './answered';
import { type Decided, decidedIn } from './ask-record';
import type { DeskDependencies, Outcome } from './desk-dependencies';
import type { OpenAsk, OpenAsks } from './open-asks';

interface Desk extends Pick<DeskDependencies, 'record'> {
  readonly open: OpenAsks;
  readonly now: () => number;
  readonly announce: () => void;
}

/** How asks end: each is told to the ledger once, and for a while to whoever answers it too late. */
export class Endings {
  readonly #desk: Desk;
  readonly #answered = new Answered();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  end(entry: OpenAsk, end: Outcome['end']): void {
    const isTold = !entry.hadArrived && this.giveUpUnsure(entry) && end === 'may-have-run';
    if (!entry.delivered && !isTold) this.tell(entry, end);
    this.#desk.open.drop(entry);
    this.#desk.announce();
  }

  /** It may stay on the desk until its call has a result. */
  tell({ record, hadArrived }: OpenAsk, end: Outcome['end'], decided: Decided | null = decidedIn(record)): void {
    const { ask } = record;
    if (decided) this.#answered.add(ask.id, decided);
    this.#desk.record({ ask, decided, end, endedAt: this.#desk.now(), found: hadArrived });
  }

  /** Another answer takes the place of one that may have arrived, or the ask ends: the ledger has it all the same. */
  giveUpUnsure(entry: OpenAsk): boolean {
    const { unsure, record } = entry;
    if (!unsure) return false;
    entry.unsure = null;
    this.#desk.record({ ask: record.ask, decided: unsure, end: 'may-have-run', endedAt: this.#desk.now(), found: true });
    return true;
  }

  /** It is asked again. */
  forget(id: AskId): void {
    this.#answered.forget(id);
  }

  /** What to say to who answers an ask that takes no answer any more. */
  tooLate(id: AskId, decided: Decided | null): AppError {
    const answered = decided ?? this.#answered.get(id);
    if (answered) return alreadyAnswered(answered, this.#desk.now());
    return new AppError('ask-gone', 'This request is no longer waiting for an answer.');
  }
}
