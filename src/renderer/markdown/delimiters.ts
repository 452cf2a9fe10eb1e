interface Opener {
  /** The number of marks before it. */
  readonly place: number;
  readonly length: number;
  readonly closes: boolean;
  /** The nesting depth of what was closed after it. */
  readonly inner: number;
}

/** A run of the same mark: `[`, `*`, `_` or `~`. */
export interface Run {
  readonly mark: string;
  readonly length: number;
  readonly place: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

/** Pairs the marks of emphasis and links the way the parser does, and counts how far it has to look back. */
export class Delimiters {
  /** The sum over closing marks of how many marks back the opening one is, or the start of the paragraph. */
  steps = 0;
  deepest = 0;
  readonly #openers = new Map<string, Opener[]>();
  #start = 0;

  startParagraph(place: number): void {
    this.#openers.clear();
    this.#start = place;
  }

  take(run: Run): void {
    const left = run.closes ? this.#close(run) : run.length;
    if (run.opens && left > 0) this.#of(run.mark).push({ place: run.place, length: left, closes: run.closes, inner: 0 });
  }

  /** Returns how many marks of the run close nothing. */
  #close(run: Run): number {
    const stack = this.#of(run.mark);
    let left = run.length;
    while (left > 0) {
      const opener = stack.at(-1);
      if (!opener || !matches(opener, run)) {
        this.steps += run.place - this.#start;
        return left;
      }
      this.steps += run.place - opener.place;
      const depth = 1 + Math.max(opener.inner, this.#dropAfter(opener.place));
      stack.pop();
      const used = Math.min(left, opener.length);
      if (opener.length > used) stack.push({ ...opener, length: opener.length - used });
      this.#noteDepth(depth);
      left -= used;
    }
    return left;
  }

  /** Drops marks after a position that can't be closed any more, and returns their nesting depth. */
  #dropAfter(place: number): number {
    let inner = 0;
    for (const stack of this.#openers.values()) {
      for (let last = stack.at(-1); last && last.place > place; last = stack.at(-1)) {
        inner = Math.max(inner, last.inner);
        stack.pop();
      }
    }
    return inner;
  }

  /** Stores at the nearest open mark the depth of what was closed inside it. */
  #noteDepth(depth: number): void {
    this.deepest = Math.max(this.deepest, depth);
    let nearest: Opener[] | null = null;
    for (const stack of this.#openers.values()) {
      if ((stack.at(-1)?.place ?? -1) > (nearest?.at(-1)?.place ?? -1)) nearest = stack;
    }
    const opener = nearest?.pop();
    if (opener) nearest?.push({ ...opener, inner: Math.max(opener.inner, depth) });
  }

  #of(mark: string): Opener[] {
    const known = this.#openers.get(mark) ?? [];
    this.#openers.set(mark, known);
    return known;
  }
}

/** Includes CommonMark's rule of three, by which `a**b*c` has no emphasis. */
function matches(opener: Opener, { mark, length, opens }: Run): boolean {
  if (mark === '[') return true;
  if (mark === '~') return opener.length === length;
  return !((opener.closes || opens) && length % 3 !== 0 && (opener.length + length) % 3 === 0);
}
