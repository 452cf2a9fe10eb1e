import { structuredPatch } from 'diff';
import { useMemo } from 'react';
import { DiffView } from './diff-view';

export interface TextDiffProps {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly numbered?: boolean;
}

/** Comparing stops here, in milliseconds; then all of one is shown as taken away and all of the other as added. */
const patienceMs = 200;

/** The difference between two texts. */
export function TextDiff({ name, before, after, numbered = false }: TextDiffProps) {
  const hunks = useMemo(() => hunksBetween(before, after), [before, after]);
  return <DiffView name={name} hunks={hunks} numbered={numbered} />;
}

function hunksBetween(before: string, after: string) {
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: 3, timeout: patienceMs });
  if (patch) return patch.hunks;
  const lines = (text: string, sign: string): string[] => text.split('\n').map((line) => sign + line);
  const [old, fresh] = [lines(before, '-'), lines(after, '+')];
  return [{ oldStart: 1, oldLines: old.length, newStart: 1, newLines: fresh.length, lines: [...old, ...fresh] }];
}
