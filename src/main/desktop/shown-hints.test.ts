import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ShownHints } from './shown-hints';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-hints-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('shows each hint once, also after a restart', () => {
  const shown: string[] = [];
  for (let start = 0; start < 2; start += 1) {
    const hints = new ShownHints(folder);
    for (const hint of ['one', 'two', 'one']) hints.showOnce(hint, () => shown.push(hint));
  }
  expect(shown).toEqual(['one', 'two']);
});

it('shows a hint again when its file is damaged or can’t be written', () => {
  const shown: string[] = [];
  writeFileSync(path.join(folder, 'hints.json'), '{"one":');
  new ShownHints(folder).showOnce('one', () => shown.push('damaged'));
  new ShownHints('/dev/null/nowhere').showOnce('one', () => shown.push('no disk'));
  expect(shown).toEqual(['damaged', 'no disk']);
});

it('reads the file of an earlier version while there is no new one', () => {
  const shown: string[] = [];
  writeFileSync(path.join(folder, 'told.json'), '["one"]');
  const hints = new ShownHints(folder);
  for (const hint of ['one', 'two']) hints.showOnce(hint, () => shown.push(hint));
  expect(shown).toEqual(['two']);
  expect(JSON.parse(readFileSync(path.join(folder, 'hints.json'), 'utf8'))).toEqual(['one', 'two']);
  rmSync(path.join(folder, 'told.json'));
  for (const hint of ['one', 'two']) hints.showOnce(hint, () => shown.push(hint));
  expect(shown).toEqual(['two']);
});
