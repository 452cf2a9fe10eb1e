import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Rectangle, WindowPlace } from './window-place';

/** How many arrangements of displays are remembered. */
const mostArrangements = 10;

/**
 * window.json in the user data folder: where the window was, for each arrangement of displays. It is read before the window
 * opens, so without the libraries that keep other files; and it may be lost, so without their care.
 */
export class WindowMemory {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = path.join(folder, 'window.json');
  }

  /** Where it was with these displays, or else where it was last. What makes no sense counts as never kept. */
  read(arrangement: string): WindowPlace | null {
    const places = this.#places();
    return places.get(arrangement) ?? [...places.values()].at(-1) ?? null;
  }

  write(arrangement: string, place: WindowPlace): void {
    const others = [...this.#places()].filter(([name]) => name !== arrangement);
    const places = [...others, [arrangement, place] as const].slice(-mostArrangements);
    try {
      writeFileSync(`${this.#file}.new`, JSON.stringify(Object.fromEntries(places)), { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
    } catch {
      // The window opens in the middle next time.
    }
  }

  #places(): ReadonlyMap<string, WindowPlace> {
    try {
      const raw: unknown = JSON.parse(readFileSync(this.#file, 'utf8'));
      return new Map(
        Object.entries(raw ?? {}).flatMap(([arrangement, entry]) => {
          const place = toPlace(entry);
          return place ? [[arrangement, place] as const] : [];
        }),
      );
    } catch {
      return new Map();
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
