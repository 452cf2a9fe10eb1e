import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NativeTheme } from 'electron';
import { maxFontSize, minFontSize } from '../../shared/limits';

/** The settings that the first frame needs. */
export interface Appearance {
  readonly theme: 'system' | 'light' | 'dark';
  readonly fontSize: number;
}

const defaultAppearance: Appearance = { theme: 'system', fontSize: 13 };

/**
 * The appearance of the window. At the start it is read directly from settings.json, because the settings store is loaded only
 * after the window opens. As in the store, an invalid value counts as not set.
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

  /** Setting the theme source also changes native dialogs, menus and window backgrounds. */
  set({ theme, fontSize }: Appearance = this.#value): void {
    this.#value = { theme, fontSize };
    this.#native.themeSource = theme;
  }
}

function readAppearance(file: string): Appearance {
  try {
    const raw: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof raw !== 'object' || raw === null) return defaultAppearance;
    const { theme, fontSize } = { ...defaultAppearance, ...raw };
    return {
      theme: isTheme(theme) ? theme : defaultAppearance.theme,
      fontSize: isFontSize(fontSize) ? fontSize : defaultAppearance.fontSize,
    };
  } catch {
    return defaultAppearance;
  }
}

const isTheme = (raw: unknown): raw is Appearance['theme'] => raw === 'system' || raw === 'light' || raw === 'dark';
const isFontSize = (raw: unknown): raw is number =>
  typeof raw === 'number' && Number.isInteger(raw) && raw >= minFontSize && raw <= maxFontSize;
