const newline = 10;
const carriageReturn = 13;

/** Far above anything the CLI was seen to send, and below the longest string the runtime can make. */
export const maxLineBytes = 256 * 1024 * 1024;

export interface LineSplitterOptions {
  readonly onLine: (line: string) => void;
  /** The stream can't be followed any further: nothing is delivered after this. */
  readonly onTooLong: () => void;
  readonly maxBytes?: number;
}

/**
 * Cuts a byte stream into lines. It works on bytes, so a character cut across two chunks comes out whole,
 * and it joins a line's pieces once, so a long line costs time in proportion to its length.
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

  /** The stream ended: a last line without its newline counts as one. */
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
