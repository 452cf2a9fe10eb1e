import { constants, copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ElectronStore from 'electron-store';
import { Emitter } from './emitter';
import { codeOf } from './error-code';

export interface DiskStoreOptions<T> {
  readonly folder: string;
  /** File name without ".json". */
  readonly name: string;
  /** Parses and migrates the content of the file; throws if it is invalid. */
  readonly read: (raw: unknown) => T;
  readonly empty: T;
  /** The delay before a failed write is retried. */
  readonly retryMs?: number;
}

/** The longest time that `writeSoon` delays a write. */
const writeDelayMs = 50;
/** The delay between a write and the update of the backup. */
const backupDelayMs = 1_000;

const unknownCode = 'EUNKNOWN';

/** Why the value in memory is not on disk. */
export interface DiskTrouble {
  readonly code: string;
  readonly file: string;
  /** The file exists but could not be read, or could not be moved aside. It may be intact, so nothing overwrites it until the next start. */
  readonly unreadable?: boolean;
}

/**
 * Keeps a small value in an electron-store file. electron-store alone is not safe on a full disk: it truncates the file
 * without an error. So each write is verified, and a truncated file is replaced by its previous content. The backup (.bak) is
 * made later, because callers wait for writes.
 * The value in memory is always current. Failed writes are reported and retried.
 */
export class DiskStore<T extends Record<string, unknown>> {
  /** The path that a damaged file was moved to, to show to the user. */
  readonly setAside: string | null;
  /** Neither the file nor its backup could be used. */
  readonly startedEmpty: boolean;
  readonly #file: string;
  readonly #folder: string;
  readonly #name: string;
  readonly #retryMs: number;
  readonly #troubleChanged = new Emitter<DiskTrouble | null>();
  readonly #mayWrite: boolean;
  #value: T;
  #store: ElectronStore<Record<string, unknown>> | null = null;
  /** The content of the file on disk. */
  #serialized: string;
  #backup: NodeJS.Timeout | null = null;
  #trouble: DiskTrouble | null = null;
  #retry: NodeJS.Timeout | null = null;
  #soon: NodeJS.Timeout | null = null;

  constructor({ folder, name, read, empty, retryMs = 5_000 }: DiskStoreOptions<T>) {
    this.#folder = folder;
    this.#name = name;
    this.#retryMs = retryMs;
    this.#file = path.join(folder, `${name}.json`);
    removeTemporaryFiles(folder, `${name}.json`);
    const main = readValue(this.#file, read);
    const { value, text, setAside } = main.value === undefined ? readValue(`${this.#file}.bak`, read) : main;
    this.#value = value ?? empty;
    this.startedEmpty = value === undefined;
    this.#serialized = text;
    this.setAside = main.setAside ?? setAside;
    this.#mayWrite = main.trouble === null;
    this.#trouble = main.trouble;
  }

  get value(): T {
    return this.#value;
  }

  /** Why the value is not on disk at the moment, or null if it is. */
  get trouble(): DiskTrouble | null {
    return this.#trouble;
  }

  readonly onTroubleChange = this.#troubleChanged.on;

  /** Returns whether the value is on disk. If not, it is kept in memory and the write is retried. */
  write(value: T): boolean {
    this.#value = value;
    return this.#save();
  }

  /** Changes the value now and writes it with the next write, or soon. Use it for what a crash may lose, or before a `flush`. */
  writeSoon(value: T): void {
    this.#value = value;
    this.#soon ??= setTimeout(() => this.#save(), writeDelayMs);
  }

  /** Writes now what `writeSoon` delayed. */
  flush(): void {
    if (this.#soon || this.#trouble) this.#save();
  }

  close(): void {
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = null;
    if (this.#trouble || this.#soon) this.#save();
    if (this.#backup) this.#updateBackup();
  }

  #save(): boolean {
    if (this.#soon) clearTimeout(this.#soon);
    this.#soon = null;
    if (!this.#mayWrite) return false;
    const before = this.#serialized;
    try {
      this.#store ??= new ElectronStore<Record<string, unknown>>({
        cwd: this.#folder,
        name: this.#name,
        clearInvalidConfig: false,
        configFileMode: 0o600,
        // electron-store reads the file before each write, for internal data that we don't use. `readValue` reads ours.
        deserialize: () => ({}),
        serialize: (stored) => {
          this.#serialized = JSON.stringify(stored);
          return this.#serialized;
        },
      });
      this.#store.store = { ...this.#value };
      if (statSync(this.#file).size !== Buffer.byteLength(this.#serialized)) {
        restoreContent(this.#file, before);
        throw Object.assign(new Error('The file was cut short.'), { code: 'ENOSPC' });
      }
      this.#backup ??= setTimeout(() => this.#updateBackup(), backupDelayMs).unref();
      this.#setTrouble(null);
      return true;
    } catch (error) {
      this.#serialized = before;
      removeTemporaryFiles(this.#folder, `${this.#name}.json`);
      this.#setTrouble({ code: codeOf(error) ?? unknownCode, file: this.#file });
      return false;
    }
  }

  #updateBackup(): void {
    if (this.#backup) clearTimeout(this.#backup);
    this.#backup = null;
    // After a failed write the file may be damaged, so the older backup is kept.
    if (this.#trouble === null) copyAtomically(this.#file, `${this.#file}.bak`);
  }

  #setTrouble(trouble: DiskTrouble | null): void {
    const changed = trouble?.code !== this.#trouble?.code;
    this.#trouble = trouble;
    if (trouble && !this.#retry) {
      this.#retry = setTimeout(() => {
        this.#retry = null;
        this.#save();
      }, this.#retryMs);
      this.#retry.unref();
    }
    if (changed) this.#troubleChanged.emit(trouble);
  }
}

/** electron-store stores its own version next to the value. */
function removeInternalData(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  return Object.fromEntries(Object.entries(raw).filter(([key]) => key !== '__internal__'));
}

interface ReadValue<T> {
  readonly value: T | undefined;
  readonly text: string;
  readonly setAside: string | null;
  readonly trouble: DiskTrouble | null;
}

/** Moves an invalid file aside. A file that can't be read (no permission, no descriptor left) may be valid, so it stays in place. */
function readValue<T>(file: string, read: (raw: unknown) => T): ReadValue<T> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error) ?? unknownCode;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    return { value: undefined, text: '', setAside: null, trouble: missing ? null : { code, file, unreadable: true } };
  }
  try {
    return { value: read(removeInternalData(JSON.parse(text))), text, setAside: null, trouble: null };
  } catch {
    return { value: undefined, text: '', ...moveAside(file) };
  }
}

/** Copies to a temporary file first, so that the backup is always complete. A failure is ignored: it costs only the backup. */
function copyAtomically(file: string, copy: string): void {
  try {
    copyFileSync(file, `${file}.tmp-bak`, constants.COPYFILE_FICLONE);
    renameSync(`${file}.tmp-bak`, copy);
  } catch {
    rmSync(`${file}.tmp-bak`, { force: true });
  }
}

/** Writes the previous content back, which should fit because it did before. If it doesn't, the backup takes its place. */
function restoreContent(file: string, before: string): void {
  try {
    if (before !== '') writeFileSync(file, before, { flush: true });
    else rmSync(file, { force: true });
  } catch {
    if (existsSync(`${file}.bak`)) renameSync(`${file}.bak`, file);
    else rmSync(file, { force: true });
  }
}

/** If the file can't be moved (in a read-only folder, for example), it stays in place and is never overwritten. */
function moveAside(file: string): Pick<ReadValue<never>, 'setAside' | 'trouble'> {
  const aside = `${file}.unreadable-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  try {
    renameSync(file, aside);
    return { setAside: aside, trouble: null };
  } catch (error) {
    return { setAside: null, trouble: { code: codeOf(error) ?? unknownCode, file, unreadable: true } };
  }
}

/** Removes the files that electron-store leaves behind when it is killed or a write fails. */
function removeTemporaryFiles(folder: string, file: string): void {
  try {
    for (const name of readdirSync(folder)) if (name.startsWith(`${file}.tmp-`)) rmSync(path.join(folder, name), { force: true });
  } catch {
    // The folder doesn't exist yet, or is read-only.
  }
}
