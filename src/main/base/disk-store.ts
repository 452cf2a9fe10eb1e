import { constants, copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ElectronStore from 'electron-store';
import { Emitter } from './emitter';
import { codeOf } from './error-code';

export interface DiskStoreOptions<T> {
  readonly folder: string;
  /** File name without ".json". */
  readonly name: string;
  /** Reads what a file holds; throws when it makes no sense. Older shapes are brought forward here. */
  readonly read: (raw: unknown) => T;
  readonly empty: T;
  /** How soon a write that failed is tried again. */
  readonly retryMs?: number;
}

/** How long what may wait waits for something to be written with. */
const soonMs = 50;
/** How old the copy beside the file may be. */
const copyMs = 1_000;

const unknownCode = 'EUNKNOWN';

/** Why what is in memory is not on disk. */
export interface DiskTrouble {
  readonly code: string;
  readonly file: string;
  /** The file is there, and could not be read, or not be put aside. It may well be good, so it is left alone until the next start. */
  readonly unread?: boolean;
}

/**
 * A small value kept in an electron-store file, safe where electron-store alone is not: a full disk there truncates
 * the file without an error. Each write is checked against the disk, and what was there before is put back if it was cut
 * short. A good file is copied to .bak in quiet moments, because writes are waited for.
 * The value in memory is the truth; a disk that can't be written is reported, and written as soon as it allows.
 */
export class DiskStore<T extends Record<string, unknown>> {
  /** Where a file that could not be read was put, for the person to be told. */
  readonly setAside: string | null;
  /** Neither the file nor the copy beside it could be used: it began empty. */
  readonly beganAfresh: boolean;
  readonly #file: string;
  readonly #folder: string;
  readonly #name: string;
  readonly #retryMs: number;
  readonly #troubleChanged = new Emitter<DiskTrouble | null>();
  readonly #mayWrite: boolean;
  #value: T;
  #store: ElectronStore<Record<string, unknown>> | null = null;
  /** What the file holds. */
  #serialized: string;
  #copy: NodeJS.Timeout | null = null;
  #trouble: DiskTrouble | null = null;
  #retry: NodeJS.Timeout | null = null;
  #soon: NodeJS.Timeout | null = null;

  constructor({ folder, name, read, empty, retryMs = 5_000 }: DiskStoreOptions<T>) {
    this.#folder = folder;
    this.#name = name;
    this.#retryMs = retryMs;
    this.#file = path.join(folder, `${name}.json`);
    removeTemporaries(folder, `${name}.json`);
    const main = readValue(this.#file, read);
    const { value, text, setAside } = main.value === undefined ? readValue(`${this.#file}.bak`, read) : main;
    this.#value = value ?? empty;
    this.beganAfresh = value === undefined;
    this.#serialized = text;
    this.setAside = main.setAside ?? setAside;
    this.#mayWrite = main.trouble === null;
    this.#trouble = main.trouble;
  }

  get value(): T {
    return this.#value;
  }

  /** What keeps the value from the disk now, if anything does. */
  get trouble(): DiskTrouble | null {
    return this.#trouble;
  }

  readonly onTroubleChange = this.#troubleChanged.on;

  /** Returns whether it is on disk; if not, it still holds in memory and is tried again. */
  write(value: T): boolean {
    this.#value = value;
    return this.#save();
  }

  /** Holds at once, and is on disk with the next write or soon. For what a crash may lose, or what `flush` is called for in time. */
  writeSoon(value: T): void {
    this.#value = value;
    this.#soon ??= setTimeout(() => this.#save(), soonMs);
  }

  /** What was to be written soon is on disk when this returns, if the disk allows. */
  flush(): void {
    if (this.#soon || this.#trouble) this.#save();
  }

  close(): void {
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = null;
    if (this.#trouble || this.#soon) this.#save();
    if (this.#copy) this.#keepCopy();
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
        // It reads its file before each write to keep its own notes in there, of which there are none. Ours is read in `readValue`.
        deserialize: () => ({}),
        serialize: (stored) => {
          this.#serialized = JSON.stringify(stored);
          return this.#serialized;
        },
      });
      this.#store.store = { ...this.#value };
      if (statSync(this.#file).size !== Buffer.byteLength(this.#serialized)) {
        putBack(this.#file, before);
        throw Object.assign(new Error('The file was cut short.'), { code: 'ENOSPC' });
      }
      this.#copy ??= setTimeout(() => this.#keepCopy(), copyMs).unref();
      this.#setTrouble(null);
      return true;
    } catch (error) {
      this.#serialized = before;
      removeTemporaries(this.#folder, `${this.#name}.json`);
      this.#setTrouble({ code: codeOf(error) ?? unknownCode, file: this.#file });
      return false;
    }
  }

  #keepCopy(): void {
    if (this.#copy) clearTimeout(this.#copy);
    this.#copy = null;
    // What is in the file now may be less than good; then the copy before stays.
    if (this.#trouble === null) copyAtOnce(this.#file, `${this.#file}.bak`);
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

/** electron-store keeps its own version beside the value. */
function withoutBookkeeping(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  return Object.fromEntries(Object.entries(raw).filter(([key]) => key !== '__internal__'));
}

interface ReadValue<T> {
  readonly value: T | undefined;
  readonly text: string;
  readonly setAside: string | null;
  readonly trouble: DiskTrouble | null;
}

/** A file that makes no sense is put aside. One that can't be read (no right to, no descriptor left) says nothing of its sense. */
function readValue<T>(file: string, read: (raw: unknown) => T): ReadValue<T> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error) ?? unknownCode;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    return { value: undefined, text: '', setAside: null, trouble: missing ? null : { code, file, unread: true } };
  }
  try {
    return { value: read(withoutBookkeeping(JSON.parse(text))), text, setAside: null, trouble: null };
  } catch {
    return { value: undefined, text: '', ...putAside(file) };
  }
}

/** Whoever reads the copy finds all of it or the one before. Without it nothing is lost but a second chance. */
function copyAtOnce(file: string, copy: string): void {
  try {
    copyFileSync(file, `${file}.tmp-bak`, constants.COPYFILE_FICLONE);
    renameSync(`${file}.tmp-bak`, copy);
  } catch {
    rmSync(`${file}.tmp-bak`, { force: true });
  }
}

/** There was room for it before, and what was cut short makes room again; if not, the copy beside it is next best. */
function putBack(file: string, before: string): void {
  try {
    if (before !== '') writeFileSync(file, before, { flush: true });
    else rmSync(file, { force: true });
  } catch {
    if (existsSync(`${file}.bak`)) renameSync(`${file}.bak`, file);
    else rmSync(file, { force: true });
  }
}

/** Where that fails, as in a read-only folder, it stays in its place, and nothing is written over it. */
function putAside(file: string): Pick<ReadValue<never>, 'setAside' | 'trouble'> {
  const aside = `${file}.unreadable-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  try {
    renameSync(file, aside);
    return { setAside: aside, trouble: null };
  } catch (error) {
    return { setAside: null, trouble: { code: codeOf(error) ?? unknownCode, file, unread: true } };
  }
}

/** electron-store leaves these behind when it is killed or can't finish a write. */
function removeTemporaries(folder: string, file: string): void {
  try {
    for (const name of readdirSync(folder)) if (name.startsWith(`${file}.tmp-`)) rmSync(path.join(folder, name), { force: true });
  } catch {
    // No folder yet, or a read-only one.
  }
}
