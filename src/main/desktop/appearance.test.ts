import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { NativeTheme } from 'electron';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultSettings, Settings } from '../../shared/settings';
import { SettingsStore } from '../settings/settings-store';
import { WindowAppearance } from './appearance';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-appearance-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open() {
  const native: Pick<NativeTheme, 'themeSource'> = { themeSource: 'system' };
  return { native, appearance: new WindowAppearance(folder, native) };
}

it('follows the system by default, and otherwise the saved settings', () => {
  expect(defaultSettings).toMatchObject(open().appearance.value);
  new SettingsStore(folder).change({ theme: 'dark', fontSize: 16 });
  const { appearance, native } = open();
  expect(appearance.value).toEqual({ theme: 'dark', fontSize: 16 });
  appearance.set();
  expect(native.themeSource).toBe('dark');
});

it.each(['{"theme":', '[]', 'null', '{"theme":"pink","fontSize":"16\\"><script>"}', '{"fontSize":12.5}', '{"fontSize":400}'])(
  'ignores invalid settings: %s',
  (text) => {
    writeFileSync(path.join(folder, 'settings.json'), text);
    expect(open().appearance.value).toEqual({ theme: 'system', fontSize: 13 });
  },
);

it('accepts the same font sizes as the settings', () => {
  const taken = (fontSize: number): boolean => {
    writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ fontSize, theme: 'light' }));
    return open().appearance.value.fontSize === fontSize;
  };
  const sizes = [10, 11, 20, 21];
  expect(sizes.map(taken)).toEqual(sizes.map((size) => Settings.shape.fontSize.safeParse(size).success));
});

it('applies a change immediately', () => {
  const { appearance, native } = open();
  appearance.set({ theme: 'light', fontSize: 15 });
  expect([appearance.value, native.themeSource]).toEqual([{ theme: 'light', fontSize: 15 }, 'light']);
});
