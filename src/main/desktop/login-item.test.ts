import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createObservable } from '../../../test/memory-dependencies';
import { autostartFile, syncLoginItem, systemLoginItem } from './login-item';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-login-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('applies changes of the setting, and not its initial value', () => {
  const wanted = createObservable(true);
  const set: boolean[] = [];
  const dispose = syncLoginItem(wanted, (value) => set.push(value));
  wanted.set(true);
  wanted.set(false);
  wanted.set(true);
  dispose();
  wanted.set(false);
  expect(set).toEqual([false, true]);
});

it('writes an autostart entry on Linux with a correctly quoted command, and removes it again', () => {
  const set = autostartFile({ XDG_CONFIG_HOME: folder }, ['/opt/Signal box/signalbox', '/a"b/$c/100%']);
  set(true);
  const file = path.join(folder, 'autostart/signalbox.desktop');
  expect(readFileSync(file, 'utf8').split('\n')).toContain('Exec="/opt/Signal box/signalbox" "/a\\\\"b/\\\\$c/100%%"');
  set(false);
  set(false);
  expect(existsSync(file)).toBe(false);
});

it('uses the system’s login items on macOS and Windows', () => {
  const asked: unknown[] = [];
  const set = systemLoginItem({ setLoginItemSettings: (settings) => asked.push(settings) });
  set(true);
  set(false);
  expect(asked).toEqual([{ openAtLogin: true }, { openAtLogin: false }]);
});
