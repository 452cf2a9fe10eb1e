import path from 'node:path';
import { maxPathLength } from '../../shared/limits';

/** The real path of what is there, with every link followed; null when nothing is. A link to nothing gives where it points. */
export type RealPath = (path: string) => string | null;

/** Where a call is judged: the session's folder, the person's home, and the disk. */
export interface FolderContext {
  /** The session's folder. */
  readonly cwd: string;
  readonly home: string;
  readonly realpath: RealPath;
  /** The names in a folder; null when it can't be read or has too many. Without this no pattern of names can be followed. */
  readonly list?: (folder: string) => readonly string[] | null;
}

/** Where a path as written leads, absolute and with its `..` kept; null when that is only known at run time (`~name`). */
export function absolutePath(written: string, base: string, home: string): string | null {
  if (written === '~' || written.startsWith('~/')) return `${home}${written.slice(1)}`;
  if (written.startsWith('~')) return null;
  return path.isAbsolute(written) ? written : `${base}/${written}`;
}

/** Where a path leads from each of the folders that a command may run in, as far as that is known. */
export function absolutePaths(written: string, places: readonly string[] | null, { cwd, home }: { cwd: string; home: string }): string[] {
  return (places ?? []).flatMap((place) => {
    const base = absolutePath(place, cwd, home);
    return base === null ? [] : (absolutePath(written, base, home) ?? []);
  });
}

/** No project nests deeper, and each part is a question to the disk. */
const mostParts = 100;

/** Follows every link on the way, also of a path whose end is not there yet. A `..` leaves where the link leads, as for a program. */
export function realPlace(absolute: string, realpath: RealPath): string {
  // No system opens a longer one; whoever shortens it first gets what is left. Each part of it asked of the disk would take many seconds.
  if (isTooLong(absolute)) {
    const short = path.normalize(absolute);
    return isTooLong(short) ? short : realPlace(short, realpath);
  }
  const [folder, name] = [path.dirname(absolute), path.basename(absolute)];
  if (folder === absolute) return absolute;
  const whole = realpath(absolute);
  // What leads to itself has no link on the way. Most folders do, so most of the way needs one question.
  if (whole === absolute && path.join(folder, name) === absolute) return absolute;
  const here = realPlace(folder, realpath);
  if (name === '.') return here;
  if (name === '..') return path.dirname(here);
  const next = path.join(here, name);
  return (next === absolute ? whole : realpath(next)) ?? next;
}

const isTooLong = (absolute: string): boolean => absolute.length > maxPathLength || absolute.split('/').length > mostParts;

/** Whether a path stays in a folder, both as a shell reads it (`..` by name) and as a program does (`..` through links). */
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
 * Whether a folder inside another has a repository of its own, or lies in one. git takes its settings, which can run programs,
 * from there; a bare one may be among the files of a project.
 */
export function hasOwnRepository(folder: string, absolute: string, realpath: RealPath): boolean {
  return waysUp(folder, absolute, realpath).some((here) => ['.git', 'HEAD'].some((name) => realpath(path.join(here, name)) !== null));
}

/** Whether it is in a bare repository: git puts one into a project like any other files. */
export function inBareRepository(folder: string, absolute: string, realpath: RealPath): boolean {
  const ways = waysUp(folder, absolute, realpath);
  return !ways.some((here) => path.basename(here) === '.git') && ways.some((here) => realpath(path.join(here, 'HEAD')) !== null);
}

/** A place and all folders above it, up to a folder that it is inside of. */
function waysUp(folder: string, absolute: string, realpath: RealPath): string[] {
  const top = realPlace(folder, realpath);
  const ways: string[] = [];
  for (let here = realPlace(absolute, realpath); here !== top && within(top, here); here = path.dirname(here)) ways.push(here);
  return ways;
}

/** By name only. */
export function within(folder: string, absolute: string): boolean {
  const way = path.relative(folder, absolute);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
