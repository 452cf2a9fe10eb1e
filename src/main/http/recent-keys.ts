/** What happened lately, so that it is told once. It forgets the oldest when there are many. */
export class RecentKeys {
  readonly #keys = new Set<string>();
  readonly #max: number;

  constructor(max = 5_000) {
    this.#max = max;
  }

  /** Returns false if it is known already. */
  add(key: string): boolean {
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    const [oldest] = this.#keys;
    if (oldest !== undefined && this.#keys.size > this.#max) this.#keys.delete(oldest);
    return true;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  delete(key: string): void {
    this.#keys.delete(key);
  }
}
