import { readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { RealPath } from './paths';

/** As the disk has it now. */
export const realPathOnDisk: RealPath = (place) => follow(place, 40);

/** As the disk has it at one moment: each place is asked for once, however often it is on the way to another. */
export function realPathsOnce(realpath = realPathOnDisk): RealPath {
  const known = new Map<string, string | null>();
  return (place) => {
    if (!known.has(place)) known.set(place, realpath(place));
    return known.get(place) ?? null;
  };
}

/** A write through a link to nothing makes what the link points to, so that is where it counts. */
function follow(place: string, links: number): string | null {
  try {
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
