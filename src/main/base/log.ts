import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { truncate } from '../../shared/truncate';
import { redact } from './redact';

const levels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof levels)[number];

export interface LogOptions {
  readonly folder: string;
  readonly level?: LogLevel;
  /** Past this the file is put aside as signalbox.1.log. */
  readonly maxBytes?: number;
  /** How many put-aside files are kept. */
  readonly keep?: number;
}

/** A rotating text log. It writes at once, so that the lines before a crash are there, and it never throws. */
export class Log {
  readonly folder: string;
  readonly #rank: number;
  readonly #maxBytes: number;
  readonly #keep: number;
  #descriptor: number | null = null;
  #size = 0;

  constructor({ folder, level = 'info', maxBytes = 1_000_000, keep = 3 }: LogOptions) {
    this.folder = folder;
    this.#rank = levels.indexOf(level);
    this.#maxBytes = maxBytes;
    this.#keep = keep;
  }

  error(message: string, facts?: object): void {
    this.#write('error', message, facts);
  }
  warn(message: string, facts?: object): void {
    this.#write('warn', message, facts);
  }
  info(message: string, facts?: object): void {
    this.#write('info', message, facts);
  }
  debug(message: string, facts?: object): void {
    this.#write('debug', message, facts);
  }

  /** The newest lines, for diagnostics. */
  tail(lines: number): string {
    try {
      return readFileSync(this.#file(0), 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
    } catch {
      return '';
    }
  }

  #write(level: LogLevel, message: string, facts?: object): void {
    if (levels.indexOf(level) > this.#rank) return;
    const told = `${cut(message, longestText)}${facts ? ` ${toJson(facts)}` : ''}`;
    const text = redact(cut(told, longestLine)).replaceAll('\n', '\\n');
    const line = Buffer.from(`${new Date().toISOString()} ${level.padEnd(5)} ${text}\n`);
    try {
      if (this.#descriptor !== null && this.#size + line.length > this.#maxBytes) this.#rotate();
      this.#descriptor ??= this.#open();
      writeSync(this.#descriptor, line);
      this.#size += line.length;
    } catch {
      // A full or read-only disk must not take the app down with it, least of all while it reports something else.
    }
  }

  #open(): number {
    mkdirSync(this.folder, { recursive: true });
    const descriptor = openSync(this.#file(0), 'a', 0o600);
    this.#size = fstatSync(descriptor).size;
    return descriptor;
  }

  #rotate(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
    rmSync(this.#file(this.#keep), { force: true });
    for (let age = this.#keep - 1; age >= 0; age--) {
      try {
        renameSync(this.#file(age), this.#file(age + 1));
      } catch {
        // Not that many files yet.
      }
    }
  }

  #file(age: number): string {
    return path.join(this.folder, age === 0 ? 'signalbox.log' : `signalbox.${age}.log`);
  }
}

/** More than anyone reads of one value. Some come from outside, and may be megabytes long. */
const longestText = 8_000;
const longestLine = 64_000;

function cut(text: string, longest: number): string {
  const start = truncate(text, longest);
  return start === text ? text : `${start}… (${text.length - start.length} more characters)`;
}

/** What can't be put into JSON (a circle, a BigInt, a getter that throws) must not cost the message it came with. */
function toJson(facts: object): string {
  try {
    return JSON.stringify(facts, (_key, value: unknown) => {
      const told = value instanceof Error ? (value.stack ?? value.message) : value;
      return typeof told === 'string' ? cut(told, longestText) : told;
    });
  } catch (error) {
    return `(facts left out: ${error instanceof Error ? error.message.split('\n')[0] : 'not JSON'})`;
  }
}
