import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { truncate } from '../../shared/truncate';
import { redact } from './redact';

const levels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof levels)[number];

export interface LogOptions {
  readonly folder: string;
  readonly level?: LogLevel;
  /** The size at which the file is rotated to signalbox.1.log. */
  readonly maxBytes?: number;
  /** The number of rotated files to keep. */
  readonly keep?: number;
}

/** A rotating text log. It writes synchronously, so that a crash loses no lines, and it never throws. */
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
    const entry = `${cut(message, maxTextLength)}${facts ? ` ${toJson(facts)}` : ''}`;
    const text = redact(cut(entry, maxLineLength)).replaceAll('\n', '\\n');
    const line = Buffer.from(`${new Date().toISOString()} ${level.padEnd(5)} ${text}\n`);
    try {
      if (this.#descriptor !== null && this.#size + line.length > this.#maxBytes) this.#rotate();
      this.#descriptor ??= this.#open();
      writeSync(this.#descriptor, line);
      this.#size += line.length;
    } catch {
      // A full or read-only disk must not crash the app, least of all while it reports another error.
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
        // There are fewer files so far.
      }
    }
  }

  #file(age: number): string {
    return path.join(this.folder, age === 0 ? 'signalbox.log' : `signalbox.${age}.log`);
  }
}

/** Some values come from other programs and may be megabytes long, more than anyone reads. */
const maxTextLength = 8_000;
const maxLineLength = 64_000;

function cut(text: string, maxLength: number): string {
  const start = truncate(text, maxLength);
  return start === text ? text : `${start}… (${text.length - start.length} more characters)`;
}

/** Facts that can't be serialized (a cycle, a BigInt, a getter that throws) must not lose the message. */
function toJson(facts: object): string {
  try {
    return JSON.stringify(facts, (_key, value: unknown) => {
      const plain = value instanceof Error ? (value.stack ?? value.message) : value;
      return typeof plain === 'string' ? cut(plain, maxTextLength) : plain;
    });
  } catch (error) {
    return `(facts left out: ${error instanceof Error ? error.message.split('\n')[0] : 'not JSON'})`;
  }
}
