import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileInFolder } from './file-in-folder';

let box: string;
let folder: string;
const at = (...names: string[]): string => pathToFileURL(path.join(box, ...names)).href;

beforeAll(() => {
  box = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'signalbox-files-')));
  folder = path.join(box, 'project');
  mkdirSync(path.join(folder, 'a b'), { recursive: true });
  writeFileSync(path.join(folder, 'a b', '..data'), '');
  writeFileSync(path.join(box, 'secret'), '');
  symlinkSync(path.join(box, 'secret'), path.join(folder, 'link'));
  symlinkSync(folder, path.join(box, 'other-way'));
});
afterAll(() => rmSync(box, { recursive: true, force: true }));

it('finds a file inside the folder, whatever way leads to it', async () => {
  const file = path.join(folder, 'a b', '..data');
  expect(await fileInFolder(folder, at('project', 'a b', '..data'))).toBe(file);
  expect(await fileInFolder(path.join(box, 'other-way'), at('project', 'a b', '..data'))).toBe(file);
});

it.each<[string, () => string, string]>([
  ['a file outside', () => at('secret'), 'link-refused'],
  ['a file outside, by a detour', () => `${at('project')}/../secret`, 'link-refused'],
  ['a link that leads outside', () => at('project', 'link'), 'link-refused'],
  ['a missing file', () => at('project', 'gone'), 'not-found'],
  ['a file on another machine', () => 'file://example.com/etc/passwd', 'link-refused'],
  ['an address with a hidden separator', () => `${at('project')}/a%2Fb`, 'link-refused'],
  ['a web page', () => 'https://example.com/', 'link-refused'],
  ['no address', () => 'secret', 'link-refused'],
])('refuses %s', async (_what, address, code) => {
  await expect(fileInFolder(folder, address())).rejects.toMatchObject({ code });
});
