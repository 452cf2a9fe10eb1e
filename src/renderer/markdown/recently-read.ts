/** How many texts are cached, and the longest one. */
const most = 300;
const longest = 20_000;

/** A cache of parsed texts. Parsing is the slowest part of rendering, and people switch back and forth between sessions. */
export class RecentlyRead<T> {
  readonly #read: (source: string) => T;
  /** In order of use, the most recent last. */
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
