import path from 'node:path';
import type { RealPath } from '../src/main/shell/paths';

/** A disk with these links, on which every path exists except the `missing` ones. All links in a path are followed. */
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
