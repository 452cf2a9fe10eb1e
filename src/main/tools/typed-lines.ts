import { createInterface, type Interface } from 'node:readline';

/** Lines that a person types, or that come from a pipe. Questions go to the error output, because the output is for the result. */
export class TypedLines {
  readonly #readline: Interface;
  readonly #lines: AsyncIterator<string>;
  readonly #output: NodeJS.WritableStream;
  #isClosed = false;
  /** A line that was asked for and not typed yet, because the time ran out before. */
  #next: Promise<IteratorResult<string>> | null = null;

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, onInterrupt: () => void) {
    this.#readline = createInterface({ input, output });
    this.#readline.on('SIGINT', onInterrupt);
    this.#readline.on('close', () => {
      this.#isClosed = true;
    });
    // The iterator keeps lines that come before they are asked for.
    this.#lines = this.#readline[Symbol.asyncIterator]();
    this.#output = output;
  }

  print(line: string): void {
    this.#output.write(`${line}\n`);
  }

  /** Null when the input ends. */
  async ask(question: string): Promise<string | null> {
    if (this.#isClosed) this.print(question);
    else {
      this.#readline.setPrompt(question);
      this.#readline.prompt();
    }
    this.#next ??= this.#lines.next();
    const { value, done } = await this.#next;
    this.#next = null;
    return done ? null : value.trim();
  }

  close(): void {
    this.#readline.close();
  }
}
