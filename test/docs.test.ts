import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));
const pages = tracked.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** GitHub's anchor for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (page: string): string[] => [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

function isBroken(page: string, link: string): boolean {
  const [target = '', anchor] = link.split('#');
  const file = target === '' ? page : path.posix.join(path.posix.dirname(page), target);
  if (!existsSync(path.join(root, file))) return true;
  return anchor !== undefined && !anchorsIn(file).includes(anchor);
}

it('every link between the pages leads to a file and a heading that exist', () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => ({ page, link })),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ page, link }) => isBroken(page, link)).map(({ page, link }) => `${page} links to ${link}`)).toEqual([]);
});

/** Pages name a source file by its path or by the end of it: `asks/judge.ts`, `judge.ts`. CONTRIBUTING.md forbids the name `types.ts`. */
const isSource = (name: string): boolean => name === 'types.ts' || tracked.some((file) => file === name || file.endsWith(`/${name}`));

it('every source file that a page names exists', () => {
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs))`/g)].map(([, name = '']) => ({ page, name })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !isSource(name)).map(({ page, name }) => `${page} names ${name}`)).toEqual([]);
});

it('every member of a class that a page names exists', () => {
  const source = tracked
    .filter((file) => /^src\/.*\.tsx?$/.test(file))
    .map(read)
    .join('\n');
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/`([A-Z]\w+)\.(#?[a-z]\w*)(?:\(\))?`/g)].map(([, owner = '', member = '']) => ({ page, owner, member })),
  );
  const unknown = named.filter(({ owner, member }) => !new RegExp(`\\b${owner}\\b`).test(source) || !source.includes(member));
  expect(unknown.map(({ page, owner, member }) => `${page} names ${owner}.${member}`)).toEqual([]);
});
