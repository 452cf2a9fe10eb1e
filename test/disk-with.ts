import path from 'node:path';
import type { RealPath } from '../src/main/shell/paths';

/** A disk with these links, on which everything is there but what is `missing`. As on any disk, every link on the way is followed. */
export const diskWith =
  (links: Readonly<Record<string, string>>, missing: (place: string) => boolean): RealPath =>
  (place) => {
    if (missing(place)) return null;
    let here = '/';
    for (const name of place.split('/')) {
      const next = path.join(here, name);
      here = name === '..' ? path.dirname(here) : (links[next] ?? next);
    }
    return here;
  };
