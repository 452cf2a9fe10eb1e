/** How many texts are kept, and how long one may be. */
const most = 300;
const longest = 20_000;

/** What was read lately. Reading takes longest of all that is drawn, and people go back and forth between sessions. */
export class RecentlyRead<T> {
  readonly #read: (source: string) => T;
  /** Those wanted last at the end. */
  readonly #known = new Map<string, T>();

  constructor(read: (source: string) => T) {
    this.#read = read;
  }

  get(source: string): T {
    const read = this.#known.get(source) ?? this.#read(source);
    if (source.length > longest) return read;
    this.#known.delete(source);
    this.#known.set(source, read);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > most) this.#known.delete(oldest);
    return read;
  }
}
