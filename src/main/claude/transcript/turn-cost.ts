import type { TurnCosts } from '../events';

/**
 * What each turn cost. Newer versions report it. For older ones it is the growth of the total; the total of a resumed conversation
 * starts at zero, or at what the CLI wrote down when an earlier run ended.
 */
export class TurnCost {
  /** The total before the turn; null when it is not known. */
  #before: number | null;

  constructor(before: number | null) {
    this.#before = before;
  }

  /** Returns null when the cost is not known. */
  costOf({ totalUsd, turnUsd, totalIsThisTurn }: TurnCosts): number | null {
    const before = this.#before ?? (totalIsThisTurn ? 0 : null);
    this.#before = totalUsd ?? this.#before;
    if (turnUsd !== null) return turnUsd;
    if (totalUsd === null || before === null) return null;
    return totalUsd >= before ? totalUsd - before : totalUsd;
  }

  endRun(): void {
    this.#before = null;
  }
}
