import { structuredPatch } from 'diff';
import type { PatchHunk } from '../../shared/transcript';

/** The most time to spend on comparing two texts. */
const longestMs = 500;

/** The most lines to draw. Each is a table row, and more of them would freeze the window. */
const mostLines = 1_500;

/** Returns the differing lines with some context; null if comparing or drawing them would take too long. */
export function hunksBetween(before: string, after: string): PatchHunk[] | null {
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: 3, timeout: longestMs });
  const hunks = patch?.hunks ?? null;
  return hunks && hunks.reduce((sum, { lines }) => sum + lines.length, 0) <= mostLines ? hunks : null;
}
