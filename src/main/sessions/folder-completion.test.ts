import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { completeFolder } from './folder-completion';

let box: string;
beforeEach(() => {
  box = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'signalbox-complete-')));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(box, { recursive: true, force: true });
});
const make = (...names: string[]): void => {
  for (const name of names) mkdirSync(path.join(box, name), { recursive: true });
};
const complete = (text: string, recent: readonly string[] = []): Promise<string[]> => completeFolder(text, recent);

it('offers the folders that begin with the text, whatever their case, and no files', async () => {
  make('Project', 'project-two', 'other', '.hidden');
  writeFileSync(path.join(box, 'profile.txt'), '');
  expect(await complete(`${box}/pro`)).toEqual([`${box}/Project`, `${box}/project-two`]);
  expect(await complete(`${box}/`)).toEqual([`${box}/other`, `${box}/Project`, `${box}/project-two`]);
  expect(await complete(`${box}/.h`)).toEqual([`${box}/.hidden`]);
});

it('does not offer what is already there', async () => {
  make('a', 'ab');
  expect(await complete(`${box}/a`)).toEqual([`${box}/ab`]);
});

it('offers recent folders first, and only those before anything is typed', async () => {
  make('beta');
  expect(await complete('', ['/srv/alpha', '/srv/beta'])).toEqual(['/srv/alpha', '/srv/beta']);
  expect(await complete('BET', ['/srv/alpha', '/srv/beta'])).toEqual(['/srv/beta']);
  expect(await complete(`${box}/b`, [`${box}/beta`])).toEqual([`${box}/beta`]);
});

it('follows a link to a folder, and no link that leads in a circle or nowhere', async () => {
  make('real');
  symlinkSync(path.join(box, 'real'), path.join(box, 'link'));
  symlinkSync(path.join(box, 'loop'), path.join(box, 'loop'));
  symlinkSync(path.join(box, 'gone'), path.join(box, 'lost'));
  expect(await complete(`${box}/l`)).toEqual([`${box}/link`]);
});

it('takes names as they are: line breaks, emoji, very long ones', async () => {
  const long = 'x'.repeat(255);
  make('new\nline', '🚂 trains', long);
  expect(await complete(`${box}/`)).toEqual(expect.arrayContaining([`${box}/new\nline`, `${box}/🚂 trains`, `${box}/${long}`]));
});

it('knows the home folder', async () => {
  vi.stubEnv('HOME', box);
  make('work');
  expect(await complete('~/w')).toEqual([`${box}/work`]);
});

it.each(['relative', '/nowhere/at/all', '/dev/null/x', '/a\0b'])('offers nothing for %j', async (text) => {
  expect(await complete(text)).toEqual([]);
});

it.skipIf(process.getuid?.() === 0)('offers nothing of a folder that may not be read', async () => {
  make('closed/inside');
  chmodSync(path.join(box, 'closed'), 0);
  expect(await complete(`${box}/closed/`)).toEqual([]);
  chmodSync(path.join(box, 'closed'), 0o755);
});

it('offers a few of very many', async () => {
  for (let i = 0; i < 1_000; i++) mkdirSync(path.join(box, `d${i}`));
  expect(await complete(`${box}/d`)).toHaveLength(30);
  expect(await complete(`${box}/d999`)).toEqual([]);
  expect(await complete(`${box}/d99`)).toHaveLength(10);
});
