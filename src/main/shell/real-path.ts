import { lstatSync, opendirSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { RealPath } from './paths';

/** Reads the disk each time it is called. */
export const realPathOnDisk: RealPath = (place) => follow(place, 40);

/** A call names more files than can be checked while others wait. */
export class TooManyPaths extends Error {}

/** A few milliseconds on most disks. */
const mostPaths = 300;

/**
 * Looks up each path once, so that one call is judged on one state of the disk, and limits how many. Throws `TooManyPaths` past the
 * limit.
 */
export function realPathsOnce(realpath = realPathOnDisk, most = mostPaths): RealPath {
  const known = new Map<string, string | null>();
  return (place) => {
    const before = known.get(place);
    if (before !== undefined) return before;
    if (known.size >= most) throw new TooManyPaths();
    const real = realpath(place);
    known.set(place, real);
    return real;
  };
}

/** Writing through a dangling link creates its target, so the target is what counts. */
function follow(place: string, links: number): string | null {
  try {
    // Cheaper than an exception: most missing paths have no link in them.
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (!found) return null;
    return realpathSync.native(place);
  } catch {
    try {
      const target = path.resolve(path.dirname(place), readlinkSync(place));
      return links > 0 ? (follow(target, links - 1) ?? target) : null;
    } catch {
      return null;
    }
  }
}

const mostNames = 1_000;

/** The names in a folder; null when it can't be read or has too many. */
export function listOnDisk(folder: string): readonly string[] | null {
  const names: string[] = [];
  try {
    const entries = opendirSync(folder);
    try {
      for (let entry = entries.readSync(); entry; entry = entries.readSync()) {
        // A name that is not UTF-8 can't be looked up.
        if (names.length >= mostNames || entry.name.includes('\uFFFD')) return null;
        names.push(entry.name);
      }
    } finally {
      entries.closeSync();
    }
    return names;
  } catch {
    return null;
  }
}
