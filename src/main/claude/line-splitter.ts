const newline = 10;
const carriageReturn = 13;

/** Much more than any line we have seen, and less than the longest string of the runtime. */
export const maxLineBytes = 256 * 1024 * 1024;

export interface LineSplitterOptions {
  readonly onLine: (line: string) => void;
  /** Called once. No line is delivered after this. */
  readonly onTooLong: () => void;
  readonly maxBytes?: number;
}

/**
 * Splits a stream of bytes into lines. It works on bytes, so that a character split across two chunks stays whole, and joins
 * the pieces of a line once, so that the time for a long line is linear.
 */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #tooLong = false;

  constructor({ onLine, onTooLong, maxBytes = maxLineBytes }: LineSplitterOptions) {
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    let start = 0;
    while (!this.#tooLong) {
      const end = chunk.indexOf(newline, start);
      if (end === -1) break;
      this.#keep(chunk.subarray(start, end));
      this.#deliver({ dropReturn: true });
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** Ends the stream. A last line without a newline is delivered too. */
  end(): void {
    if (this.#bytes > 0) this.#deliver({ dropReturn: false });
  }

  #keep(piece: Buffer): void {
    if (this.#tooLong) return;
    if (this.#bytes + piece.length > this.#maxBytes) {
      this.#tooLong = true;
      this.#pieces = [];
      this.#bytes = 0;
      this.#onTooLong();
      return;
    }
    this.#pieces.push(piece);
    this.#bytes += piece.length;
  }

  #deliver({ dropReturn }: { dropReturn: boolean }): void {
    if (this.#tooLong) return;
    const [first] = this.#pieces;
    const bytes = first && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces, this.#bytes);
    this.#pieces = [];
    this.#bytes = 0;
    const length = dropReturn && bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
    this.#onLine(bytes.toString('utf8', 0, length));
  }
}
