import { structuredPatch } from 'diff';
import type { PatchHunk } from '../../shared/transcript';

/** Texts that have nothing in common are not worth more time than this. */
const longestMs = 500;

/** More lines than this are not drawn one by one: each is a row of a table, and the window would stand still. */
const mostLines = 1_500;

/** The lines that differ, with some around them; null when the two texts are too different to be compared, or to be shown so, in good time. */
export function hunksBetween(before: string, after: string): PatchHunk[] | null {
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: 3, timeout: longestMs });
  const hunks = patch?.hunks ?? null;
  return hunks && hunks.reduce((sum, { lines }) => sum + lines.length, 0) <= mostLines ? hunks : null;
}
