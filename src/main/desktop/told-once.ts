import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** told.json in the user data folder: what was said once and need not be said again. If it is lost, it is said again. */
export class ToldOnce {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = path.join(folder, 'told.json');
  }

  /** Says it, unless it was said before. */
  tell(what: string, say: () => void): void {
    const told = this.#read();
    if (told.includes(what)) return;
    say();
    try {
      writeFileSync(this.#file, JSON.stringify([...told, what]), { mode: 0o600 });
    } catch {
      // A full disk is told elsewhere.
    }
  }

  #read(): readonly string[] {
    try {
      const raw: unknown = JSON.parse(readFileSync(this.#file, 'utf8'));
      return Array.isArray(raw) ? raw.filter((entry) => typeof entry === 'string') : [];
    } catch {
      return [];
    }
  }
}
