import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Rectangle, WindowPlace } from './window-place';

/**
 * window.json in the user data folder: where the window was. It is read before the window opens, so without the
 * libraries that keep other files; and it may be lost, so without their care.
 */
export class WindowMemory {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = path.join(folder, 'window.json');
  }

  /** What makes no sense counts as never kept. */
  read(): WindowPlace | null {
    try {
      return toPlace(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      return null;
    }
  }

  write(place: WindowPlace): void {
    try {
      writeFileSync(`${this.#file}.new`, JSON.stringify(place), { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
    } catch {
      // The window opens in the middle next time.
    }
  }
}

function toPlace(raw: unknown): WindowPlace | null {
  if (typeof raw !== 'object' || raw === null || !('bounds' in raw) || !isRectangle(raw.bounds)) return null;
  const { x, y, width, height } = raw.bounds;
  return { bounds: { x, y, width, height }, maximized: 'maximized' in raw && raw.maximized === true };
}

function isRectangle(raw: unknown): raw is Rectangle {
  if (typeof raw !== 'object' || raw === null) return false;
  const sides = ['x', 'y', 'width', 'height'].map((name): unknown => Reflect.get(raw, name));
  return sides.every((side) => Number.isInteger(side));
}
