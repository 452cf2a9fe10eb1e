import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NativeTheme } from 'electron';

/** What of the settings the first frame needs. */
export interface Appearance {
  readonly theme: 'system' | 'light' | 'dark';
  readonly fontSize: number;
}

const usual: Appearance = { theme: 'system', fontSize: 13 };

/**
 * How the window looks. At the start it is read straight from settings.json, because it is needed before the window
 * opens and the settings' own reader is loaded after that; what makes no sense counts as never set, as it does there.
 */
export class WindowAppearance {
  readonly #native: Pick<NativeTheme, 'themeSource'>;
  #value: Appearance;

  constructor(folder: string, native: Pick<NativeTheme, 'themeSource'>) {
    this.#native = native;
    this.#value = readAppearance(path.join(folder, 'settings.json'));
  }

  get value(): Appearance {
    return this.#value;
  }

  /** Native dialogs, menus and the window's own background follow the theme. */
  set({ theme, fontSize }: Appearance = this.#value): void {
    this.#value = { theme, fontSize };
    this.#native.themeSource = theme;
  }
}

function readAppearance(file: string): Appearance {
  try {
    const raw: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof raw !== 'object' || raw === null) return usual;
    const { theme, fontSize } = { ...usual, ...raw };
    return { theme: isTheme(theme) ? theme : usual.theme, fontSize: isFontSize(fontSize) ? fontSize : usual.fontSize };
  } catch {
    return usual;
  }
}

const isTheme = (raw: unknown): raw is Appearance['theme'] => raw === 'system' || raw === 'light' || raw === 'dark';
const isFontSize = (raw: unknown): raw is number => typeof raw === 'number' && Number.isInteger(raw) && raw >= 11 && raw <= 20;
