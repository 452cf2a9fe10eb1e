import { structuredPatch } from 'diff';
import type { PatchHunk } from '../../shared/transcript';

/** Texts that have nothing in common are not worth more time than this. */
const longestMs = 500;

/** The lines that differ, with some around them; null when the two texts are too different to be compared in good time. */
export const hunksBetween = (before: string, after: string): PatchHunk[] | null =>
  structuredPatch('', '', before, after, undefined, undefined, { context: 3, timeout: longestMs })?.hunks ?? null;
