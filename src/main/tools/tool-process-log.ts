import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import { truncateLine } from '../../shared/truncate';
import { Emitter } from '../base/emitter';

const linesKept = 200;
const maxLineLength = 500;
/** A tool that prints more than this in a second is made to wait, because reading all of it would slow the app down. */
const maxCharactersPerSecond = 1_000_000;

const shortLine = (line: string): string => truncateLine(stripVTControlCharacters(line), maxLineLength);

/** The newest lines that a tool printed. */
export class ToolLog {
  readonly #changed = new Emitter<void>();
  #lines: string[] = [];

  readonly onChange = this.#changed.on;

  get lines(): readonly string[] {
    return this.#lines;
  }

  add(...lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.#lines = [...this.#lines, ...lines.slice(-linesKept).map(shortLine)].slice(-linesKept);
    this.#changed.emit();
  }

  /** Adds what a process prints, line by line. */
  read(stream: NodeJS.ReadableStream): void {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    let room = maxCharactersPerSecond;
    const refill = (): void => {
      room = maxCharactersPerSecond;
      stream.resume();
    };
    const addRest = (): void => {
      if (rest !== '') this.add(rest);
      rest = '';
    };
    stream.on('data', (chunk: Buffer) => {
      const lines = `${rest}${decoder.write(chunk)}`.split(/\r?\n/);
      // The end of an endless line is not worth its memory.
      rest = (lines.pop() ?? '').slice(0, maxLineLength + 1);
      this.add(...lines);
      if (room === maxCharactersPerSecond) setTimeout(refill, 1_000).unref();
      room -= chunk.length;
      if (room < 0) stream.pause();
    });
    for (const end of ['end', 'close', 'error']) stream.on(end, addRest);
  }
}
