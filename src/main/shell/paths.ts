import path from 'node:path';
import { maxPathLength } from '../../shared/limits';

/** Resolves a path on the disk with every link followed; null when nothing is there. For a dangling link it gives the link's target. */
export type RealPath = (path: string) => string | null;

/** What a call is judged against: the session's folder, the person's home, and the disk. */
export interface FolderContext {
  /** The session's folder. */
  readonly cwd: string;
  readonly home: string;
  readonly realpath: RealPath;
  /** The names in a folder; null when it can't be read or has too many. If this is missing, file name patterns can't be expanded. */
  readonly list?: (folder: string) => readonly string[] | null;
}

/** Makes a path absolute and keeps its `..`; null when the target is known only at run time (`~name`). */
export function absolutePath(written: string, base: string, home: string): string | null {
  if (written === '~' || written.startsWith('~/')) return `${home}${written.slice(1)}`;
  if (written.startsWith('~')) return null;
  return path.isAbsolute(written) ? written : `${base}/${written}`;
}

/** Resolves a path against each folder that a command may run in, where the folder is known. */
export function absolutePaths(written: string, places: readonly string[] | null, { cwd, home }: { cwd: string; home: string }): string[] {
  return (places ?? []).flatMap((place) => {
    const base = absolutePath(place, cwd, home);
    return base === null ? [] : (absolutePath(written, base, home) ?? []);
  });
}

/** No project nests deeper, and each part costs a lookup on the disk. */
const mostParts = 100;

/**
 * Follows every link in a path, even if its last part does not exist yet. A `..` goes up from the link's target, as it does for a
 * program.
 */
export function realPlace(absolute: string, realpath: RealPath): string {
  // No system opens a longer path, and a lookup for each of its parts would take many seconds.
  if (isTooLong(absolute)) {
    const short = path.normalize(absolute);
    return isTooLong(short) ? short : realPlace(short, realpath);
  }
  const [folder, name] = [path.dirname(absolute), path.basename(absolute)];
  if (folder === absolute) return absolute;
  const whole = realpath(absolute);
  // If a folder's real path is the path itself, no part of it is a link. That holds for most folders, so one lookup is usually
  // enough.
  if (whole === absolute && path.join(folder, name) === absolute) return absolute;
  const here = realPlace(folder, realpath);
  if (name === '.') return here;
  if (name === '..') return path.dirname(here);
  const next = path.join(here, name);
  return (next === absolute ? whole : realpath(next)) ?? next;
}

const isTooLong = (absolute: string): boolean => absolute.length > maxPathLength || absolute.split('/').length > mostParts;

/** Whether a path stays in a folder, both as a shell reads `..` (by name) and as a program does (through links). */
export function isInside(folder: string, absolute: string, realpath: RealPath): boolean {
  const real = realPlace(folder, realpath);
  const named = path.normalize(absolute);
  if (isTooLong(named)) return false;
  return (within(folder, named) || within(real, named)) && within(real, realPlace(absolute, realpath));
}

/** Whether it is a folder, or a link to one. */
export function isFolder(absolute: string, realpath: RealPath): boolean {
  return realpath(`${absolute}/.`) !== null;
}

/**
 * Whether a folder inside another has a git repository of its own, or is inside one. git takes settings from there, and those can
 * run programs. A project can also contain a bare repository.
 */
export function hasOwnRepository(folder: string, absolute: string, realpath: RealPath): boolean {
  return waysUp(folder, absolute, realpath).some((here) => ['.git', 'HEAD'].some((name) => realpath(path.join(here, name)) !== null));
}

/** Whether a path is inside a bare repository, which a project can contain like any other files. */
export function inBareRepository(folder: string, absolute: string, realpath: RealPath): boolean {
  const ways = waysUp(folder, absolute, realpath);
  return !ways.some((here) => path.basename(here) === '.git') && ways.some((here) => realpath(path.join(here, 'HEAD')) !== null);
}

/** A path and all folders above it, up to a folder that contains it. */
function waysUp(folder: string, absolute: string, realpath: RealPath): string[] {
  const top = realPlace(folder, realpath);
  const ways: string[] = [];
  for (let here = realPlace(absolute, realpath); here !== top && within(top, here); here = path.dirname(here)) ways.push(here);
  return ways;
}

/** Compares names only; links are not followed. */
export function within(folder: string, absolute: string): boolean {
  const way = path.relative(folder, absolute);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
