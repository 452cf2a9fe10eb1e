import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { AppError, messageOf } from '../../shared/errors';
import { type GitOptions, git, repositoryOf } from './git';

export interface WorktreeOptions {
  /** Somewhere in the repository, as a real path. */
  readonly folder: string;
  /** What the session is about: the branch is named after it. */
  readonly title: string;
  /** If false, no program that the repository's own configuration names is run. */
  readonly trusted: boolean;
  readonly env: GitOptions['env'];
}

export interface Worktree {
  /** Where the session works: the folder's counterpart in the worktree. */
  readonly folder: string;
  readonly root: string;
  readonly branch: string;
}

/** The checkout of a big repository takes long. */
const checkoutMs = 120_000;
const mostTries = 100;
const longestSlug = 40;

/** Makes a worktree beside the repository, on a new branch from the current commit. Uncommitted changes are neither touched nor copied. */
export async function makeWorktree({ folder, title, trusted, env }: WorktreeOptions): Promise<Worktree> {
  const repository = await repositoryOf(folder, env);
  if (repository === null) throw new AppError('git-failed', `${folder} is not in a git repository.`);
  const home = `${await mainWorktree(repository, env)}.worktrees`;
  const slug = slugOf(title);
  const config = trusted ? [] : await withoutFilters(repository, env);
  for (let n = 1; n <= mostTries; n++) {
    const name = n === 1 ? slug : `${slug}-${n}`;
    const root = path.join(home, name);
    const branch = `signalbox/${name}`;
    if (existsSync(root) || (await hasBranch(repository, branch, env))) continue;
    await makeFolder(home);
    await git(['worktree', 'add', '--quiet', '-b', branch, '--', root, 'HEAD'], { folder: repository, env, timeoutMs: checkoutMs, config });
    const real = await realpath(root);
    const inside = path.join(real, path.relative(repository, folder));
    return { folder: existsSync(inside) ? inside : real, root: real, branch };
  }
  throw new AppError('git-failed', `There are too many worktrees called ${slug} in ${home}.`);
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new AppError('git-failed', `The folder ${folder} can’t be made: ${messageOf(error)}`);
  }
}

/** The repository's main worktree, so that a worktree of a worktree lies beside the repository as well. */
async function mainWorktree(repository: string, env: GitOptions['env']): Promise<string> {
  const list = await git(['worktree', 'list', '--porcelain', '-z'], { folder: repository, env });
  const first = list.split('\0', 1)[0] ?? '';
  return first.startsWith('worktree ') ? first.slice('worktree '.length) : repository;
}

async function hasBranch(folder: string, branch: string, env: GitOptions['env']): Promise<boolean> {
  try {
    await git(['show-ref', '--verify', '--quiet', `refs/heads/${branch}`], { folder, env });
    return true;
  } catch {
    return false;
  }
}

/** Settings that turn off the filters of the repository's own configuration, which a checkout would run. The person's own, like git-lfs, stay. */
async function withoutFilters(folder: string, env: GitOptions['env']): Promise<string[]> {
  const listed = await git(['config', '--list', '--show-scope', '--name-only', '-z'], { folder, env });
  const fields = listed.split('\0');
  const off = new Set<string>();
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [scope, key] = [fields[i], fields[i + 1]];
    const filter = key && /^(filter\..*)\.(smudge|process|clean|required)$/s.exec(key)?.[1];
    if (filter && (scope === 'local' || scope === 'worktree')) off.add(filter);
  }
  // On git's command line a name ends at the first equals sign, so such a filter can't be turned off.
  if ([...off].some((filter) => filter.includes('=')))
    throw new AppError('git-failed', 'The repository names its filters in a way that can’t be turned off. Trust it first, if you do.');
  return [...off].flatMap((filter) => [`${filter}.smudge=`, `${filter}.process=`, `${filter}.clean=`, `${filter}.required=false`]);
}

/** A short name of letters and digits, safe in every file system and shell. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return words.slice(0, longestSlug).replace(/-+$/, '') || 'session';
}
