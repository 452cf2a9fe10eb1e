import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { type GitOptions, git } from './git';

/** At most this many files can be mentioned. */
const mostFiles = 50_000;
const mostFolders = 5_000;

/** The files below a folder, relative to it: git's list, or else what a limited walk finds. */
export async function listFiles(folder: string, env: GitOptions['env']): Promise<string[]> {
  try {
    const listed = await git(['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z'], { folder, env });
    return listed.split('\0', mostFiles).filter((file) => file !== '');
  } catch {
    return walk(folder);
  }
}

/** Walks breadth-first, so that the limit leaves out the deepest files. Links are not followed, because they may form a cycle. */
async function walk(folder: string): Promise<string[]> {
  const files: string[] = [];
  const folders = [''];
  for (let at = 0; at < folders.length && at < mostFolders && files.length < mostFiles; at++) {
    const inside = folders[at] ?? '';
    try {
      for await (const entry of await opendir(path.join(folder, inside))) {
        const file = inside === '' ? entry.name : `${inside}/${entry.name}`;
        if (entry.isDirectory()) {
          if (!entry.name.startsWith('.') && entry.name !== 'node_modules') folders.push(file);
        } else if (files.push(file) >= mostFiles) break;
      }
    } catch {
      // The folder can't be read or is gone.
    }
  }
  return files;
}
