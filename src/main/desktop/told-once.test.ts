import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ToldOnce } from './told-once';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-told-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('says each thing once, also after a restart', () => {
  const said: string[] = [];
  for (let start = 0; start < 2; start += 1) {
    const told = new ToldOnce(folder);
    for (const what of ['one', 'two', 'one']) told.tell(what, () => said.push(what));
  }
  expect(said).toEqual(['one', 'two']);
});

it('says it again when its file is lost or makes no sense, and where it can’t be written', () => {
  const said: string[] = [];
  writeFileSync(path.join(folder, 'told.json'), '{"one":');
  new ToldOnce(folder).tell('one', () => said.push('damaged'));
  new ToldOnce('/dev/null/nowhere').tell('one', () => said.push('no disk'));
  expect(said).toEqual(['damaged', 'no disk']);
});
