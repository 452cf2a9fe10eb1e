import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Rectangle, WindowState } from './window-placement';

/** The number of display layouts to remember. */
const maxLayouts = 10;

/**
 * Stores in window.json where the window was, for each layout of displays. It doesn't use DiskStore, because it is read before
 * the window opens and must be fast, and because losing the file does no harm.
 */
export class WindowStateStore {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = path.join(folder, 'window.json');
  }

  /** Returns the state for these displays, or else the latest. Invalid entries are ignored. */
  read(layoutKey: string): WindowState | null {
    const states = this.#readAll();
    return states.get(layoutKey) ?? [...states.values()].at(-1) ?? null;
  }

  write(layoutKey: string, state: WindowState): void {
    const others = [...this.#readAll()].filter(([name]) => name !== layoutKey);
    const states = [...others, [layoutKey, state] as const].slice(-maxLayouts);
    try {
      writeFileSync(`${this.#file}.new`, JSON.stringify(Object.fromEntries(states)), { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
    } catch {
      // The next window opens in the default position.
    }
  }

  #readAll(): ReadonlyMap<string, WindowState> {
    try {
      const raw: unknown = JSON.parse(readFileSync(this.#file, 'utf8'));
      return new Map(
        Object.entries(raw ?? {}).flatMap(([layoutKey, entry]) => {
          const state = toWindowState(entry);
          return state ? [[layoutKey, state] as const] : [];
        }),
      );
    } catch {
      return new Map();
    }
  }
}

function toWindowState(raw: unknown): WindowState | null {
  if (typeof raw !== 'object' || raw === null || !('bounds' in raw) || !isRectangle(raw.bounds)) return null;
  const { x, y, width, height } = raw.bounds;
  return { bounds: { x, y, width, height }, maximized: 'maximized' in raw && raw.maximized === true };
}

function isRectangle(raw: unknown): raw is Rectangle {
  if (typeof raw !== 'object' || raw === null) return false;
  const sides = ['x', 'y', 'width', 'height'].map((name): unknown => Reflect.get(raw, name));
  return sides.every((side) => Number.isInteger(side));
}
