import { lstatSync, opendirSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { RealPath } from './paths';

/** As the disk has it now. */
export const realPathOnDisk: RealPath = (place) => follow(place, 40);

/** A call names more files than can be checked while others wait. */
export class TooManyPaths extends Error {}

/** With most disks a few milliseconds. */
const mostPaths = 300;

/** As the disk has it at one moment: each place is asked for once, and only so many. Throws `TooManyPaths` after that. */
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

/** A write through a link to nothing makes what the link points to, so that is where it counts. */
function follow(place: string, links: number): string | null {
  try {
    // Cheaper than an exception, and most paths that are not there have no link on the way.
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

/** The names in a folder; null when it can't be read or has more than are worth reading. */
export function listOnDisk(folder: string): readonly string[] | null {
  const names: string[] = [];
  try {
    const entries = opendirSync(folder);
    try {
      for (let entry = entries.readSync(); entry; entry = entries.readSync()) {
        // A name that is not UTF-8 can't be asked about.
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
