import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import ElectronStore from 'electron-store';
import { Emitter } from './emitter';

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

/** Why what is in memory is not on disk. */
export interface DiskTrouble {
  readonly code: string;
  readonly file: string;
}

/**
 * A small value kept in an electron-store file, safe where electron-store alone is not: a full disk there truncates
 * the file without an error. Each write is checked against the disk, and the last good file stays beside it as .bak.
 * The value in memory is the truth; a disk that can't be written is reported, and written as soon as it allows.
 */
export class DiskStore<T extends Record<string, unknown>> {
  /** Where a file that could not be read was put, for the person to be told. */
  readonly setAside: string | null;
  readonly #file: string;
  readonly #folder: string;
  readonly #name: string;
  readonly #retryMs: number;
  readonly #troubleChanged = new Emitter<DiskTrouble | null>();
  #value: T;
  #store: ElectronStore<Record<string, unknown>> | null = null;
  #serialized = '';
  #trouble: DiskTrouble | null = null;
  #retry: NodeJS.Timeout | null = null;

  constructor({ folder, name, read, empty, retryMs = 5_000 }: DiskStoreOptions<T>) {
    this.#folder = folder;
    this.#name = name;
    this.#retryMs = retryMs;
    this.#file = path.join(folder, `${name}.json`);
    removeTemporaries(folder, `${name}.json`);
    let aside: string | null = null;
    let value: T | undefined;
    for (const file of [this.#file, `${this.#file}.bak`]) {
      try {
        const text = readFileSync(file, 'utf8');
        value = read(withoutBookkeeping(JSON.parse(text)));
        break;
      } catch (error) {
        if (isMissing(error)) continue;
        aside = putAside(file) ?? aside;
      }
    }
    this.#value = value ?? empty;
    this.setAside = aside;
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

  close(): void {
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = null;
    if (this.#trouble) this.#save();
  }

  #save(): boolean {
    try {
      mkdirSync(this.#folder, { recursive: true });
      this.#store ??= new ElectronStore<Record<string, unknown>>({
        cwd: this.#folder,
        name: this.#name,
        clearInvalidConfig: false,
        serialize: (stored) => {
          this.#serialized = JSON.stringify(stored);
          return this.#serialized;
        },
      });
      keepBackup(this.#file);
      this.#store.store = { ...this.#value };
      if (statSync(this.#file).size !== Buffer.byteLength(this.#serialized)) {
        restoreBackup(this.#file);
        throw Object.assign(new Error('The file was cut short.'), { code: 'ENOSPC' });
      }
      this.#setTrouble(null);
      return true;
    } catch (error) {
      removeTemporaries(this.#folder, `${this.#name}.json`);
      this.#setTrouble({ code: codeOf(error), file: this.#file });
      return false;
    }
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

/** A hard link: the old contents stay reachable when the file is replaced. */
function keepBackup(file: string): void {
  if (!existsSync(file)) return;
  rmSync(`${file}.bak`, { force: true });
  try {
    linkSync(file, `${file}.bak`);
  } catch {
    // Some file systems have no hard links. The write is still checked; only the older copy is missing.
  }
}

function restoreBackup(file: string): void {
  if (existsSync(`${file}.bak`)) renameSync(`${file}.bak`, file);
  else rmSync(file, { force: true });
}

function putAside(file: string): string | null {
  const aside = `${file}.unreadable-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  try {
    renameSync(file, aside);
    return aside;
  } catch {
    return null;
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

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EUNKNOWN';
}

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
