import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { repositoryOf } from './git';
import { makeWorktree, slugOf } from './worktree';

let box: string;
let repository: string;
const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' };

const inRepository = (...args: string[]): string =>
  execFileSync('git', ['-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { env, encoding: 'utf8' });

beforeEach(() => {
  box = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'signalbox-worktree-')));
  repository = path.join(box, 'app 🚂');
  mkdirSync(path.join(repository, 'packages/one'), { recursive: true });
  writeFileSync(path.join(repository, 'packages/one/file.txt'), 'committed');
  inRepository('init', '-q', '-b', 'main');
  inRepository('add', '.');
  inRepository('commit', '-q', '-m', 'first');
});
afterEach(() => rmSync(box, { recursive: true, force: true }));

const make = (title: string, { folder = repository, trusted = true } = {}) => makeWorktree({ folder, title, trusted, env });

it('checks the commit out beside the repository, on a new branch, at the same place, and leaves the person’s files alone', async () => {
  writeFileSync(path.join(repository, 'packages/one/file.txt'), 'being edited');
  const folder = path.join(repository, 'packages/one');
  const worktree = await make('Fix the Login: é/../x', { folder });
  const root = path.join(`${repository}.worktrees`, 'fix-the-login-e-x');
  expect(worktree).toEqual({ folder: path.join(root, 'packages/one'), root, branch: 'signalbox/fix-the-login-e-x' });
  expect(readFileSync(path.join(root, 'packages/one/file.txt'), 'utf8')).toBe('committed');
  expect(readFileSync(path.join(folder, 'file.txt'), 'utf8')).toBe('being edited');
  expect(inRepository('branch', '--show-current').trim()).toBe('main');
});

it('gives every worktree a name of its own, also those made from a worktree', async () => {
  const first = await make('same');
  const second = await make('same');
  const third = await make('same', { folder: first.folder });
  expect([first, second, third].map(({ root }) => path.relative(`${repository}.worktrees`, root))).toEqual(['same', 'same-2', 'same-3']);
});

it('runs no hook of the repository', async () => {
  const hook = path.join(repository, '.git/hooks/post-checkout');
  writeFileSync(hook, `#!/bin/sh\ntouch '${box}/hooked'\n`);
  chmodSync(hook, 0o755);
  inRepository('config', 'core.fsmonitor', `touch '${box}/hooked'`);
  await make('hooks');
  expect(existsSync(path.join(box, 'hooked'))).toBe(false);
});

it('runs the repository’s own filters only where it is trusted', async () => {
  writeFileSync(path.join(repository, '.gitattributes'), '*.txt filter=evil\n');
  inRepository('add', '.');
  inRepository('commit', '-q', '-m', 'second');
  inRepository('config', 'filter.evil.smudge', `touch '${box}/smudged'; cat`);
  inRepository('config', 'filter.evil.required', 'true');
  await make('untrusted', { trusted: false });
  expect(existsSync(path.join(box, 'smudged'))).toBe(false);
  await make('trusted');
  expect(existsSync(path.join(box, 'smudged'))).toBe(true);
});

it('refuses a filter that could not be turned off', async () => {
  inRepository('config', 'filter.a=b.smudge', `touch '${box}/smudged'`);
  await expect(make('untrusted', { trusted: false })).rejects.toMatchObject({ code: 'git-failed' });
});

it('fails with git’s own words', async () => {
  const empty = path.join(box, 'empty');
  mkdirSync(empty);
  execFileSync('git', ['init', '-q', empty], { env });
  await expect(make('x', { folder: empty })).rejects.toMatchObject({ code: 'git-failed', message: expect.stringContaining('HEAD') });
  await expect(make('x', { folder: box })).rejects.toMatchObject({ code: 'git-failed' });
});

it('knows the repository of a folder, and that there is none', async () => {
  expect(await repositoryOf(path.join(repository, 'packages'), env)).toBe(repository);
  expect([await repositoryOf(box, env), await repositoryOf('/nowhere', env), await repositoryOf(box, { PATH: '' })]).toEqual([
    null,
    null,
    null,
  ]);
});

it.each([
  ['🚂🚂', 'session'],
  ['--- a/b ---', 'a-b'],
  ['Ä'.repeat(500), 'a'.repeat(40)],
])('makes a harmless name of %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});
