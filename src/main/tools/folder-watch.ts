import { type FSWatcher, statSync, watch } from 'node:fs';

interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string;
}

/** Watches some folders, each without those inside it. A folder that is missing is left out until it is asked for again. */
export class FolderWatch {
  readonly #onChange: (folder: string, name: string | null) => void;
  readonly #watched = new Map<string, Watched>();

  constructor(onChange: (folder: string, name: string | null) => void) {
    this.#onChange = onChange;
  }

  /** From now on watches these folders only. Returns false if one of them can't be watched: a system has only so many watches. */
  set(folders: readonly string[]): boolean {
    for (const folder of [...this.#watched.keys()]) if (!folders.includes(folder)) this.#drop(folder);
    return folders.map((folder) => this.#ensure(folder)).every(Boolean);
  }

  close(): void {
    for (const folder of [...this.#watched.keys()]) this.#drop(folder);
  }

  /** A folder that was deleted and made again is another one, which the old watch does not see. */
  #ensure(folder: string): boolean {
    const identity = identityOf(folder);
    if (identity !== null && this.#watched.get(folder)?.identity === identity) return true;
    this.#drop(folder);
    if (identity === null) return true;
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => this.#onChange(folder, name));
      watcher.on('error', () => this.#drop(folder));
      this.#watched.set(folder, { watcher, identity });
      return true;
    } catch {
      return false;
    }
  }

  #drop(folder: string): void {
    this.#watched.get(folder)?.watcher.close();
    this.#watched.delete(folder);
  }
}

/** The number of a deleted folder is soon used again, its time of birth is not. */
function identityOf(folder: string): string | null {
  try {
    const facts = statSync(folder, { bigint: true });
    return facts.isDirectory() ? `${facts.dev} ${facts.ino} ${facts.birthtimeNs}` : null;
  } catch {
    return null;
  }
}
