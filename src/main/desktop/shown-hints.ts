import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../base/error-code';

/** Remembers in hints.json which one-time hints were shown. If the file is lost, they are shown again. */
export class ShownHints {
  readonly #file: string;
  /** Earlier versions of the app used this name. */
  readonly #oldFile: string;

  constructor(folder: string) {
    this.#file = path.join(folder, 'hints.json');
    this.#oldFile = path.join(folder, 'told.json');
  }

  showOnce(hint: string, show: () => void): void {
    const shown = readHints(this.#file) ?? readHints(this.#oldFile) ?? [];
    if (shown.includes(hint)) return;
    show();
    try {
      writeFileSync(this.#file, JSON.stringify([...shown, hint]), { mode: 0o600 });
    } catch {
      // The stores report a full disk.
    }
  }
}

/** Returns null if there is no file, and an empty list if it is unreadable or invalid. */
function readHints(file: string): readonly string[] | null {
  try {
    const raw: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(raw) ? raw.filter((entry) => typeof entry === 'string') : [];
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : [];
  }
}
