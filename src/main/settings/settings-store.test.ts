import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '../../shared/settings';
import { SettingsStore } from './settings-store';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the settings', () => {
  it('are the defaults until something is chosen, and a choice is told and on disk', () => {
    const store = new SettingsStore(folder);
    expect(store.value).toEqual(defaultSettings);
    const told: Settings[] = [];
    store.onChange((settings) => told.push(settings));
    store.change({ theme: 'dark' });
    expect(told).toEqual([{ ...defaultSettings, theme: 'dark' }]);
    store.change({ fontSize: 15 });
    expect(new SettingsStore(folder).value).toEqual({ ...defaultSettings, theme: 'dark', fontSize: 15 });
  });

  it('change a part of a group and leave the rest of it', () => {
    const store = new SettingsStore(folder);
    store.change({ timeouts: { question: { minutes: 5 } } });
    store.change({ timeouts: { question: { policy: 'late' }, plan: { minutes: 1 } }, notifications: { finished: true } });
    store.change({ timeouts: { plan: { minutes: null } } });
    expect(new SettingsStore(folder).value).toEqual({
      ...defaultSettings,
      timeouts: { ...defaultSettings.timeouts, question: { minutes: 5, policy: 'late' } },
      notifications: { ...defaultSettings.notifications, finished: true },
    });
  });

  it('read a file written by hand or by a newer version: what makes no sense counts as never set, and nothing is dropped', () => {
    const file = path.join(folder, 'settings.json');
    writeFileSync(file, JSON.stringify({ theme: 'pink', fontSize: 16, later: { more: true } }));
    const store = new SettingsStore(folder);
    expect(store.value).toEqual({ ...defaultSettings, fontSize: 16 });
    store.change({ planFirst: true });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ theme: 'pink', fontSize: 16, later: { more: true }, planFirst: true });
  });

  it('read a file of an earlier version, which has no time limit for forms but the port of an HTTP API', () => {
    const question = { minutes: 5, policy: 'late' };
    const { form, ...others } = { ...defaultSettings.timeouts, question };
    writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ theme: 'dark', timeouts: others, httpPort: null }));
    expect(new SettingsStore(folder).value).toEqual({ ...defaultSettings, theme: 'dark', timeouts: { ...others, form } });
  });
});
