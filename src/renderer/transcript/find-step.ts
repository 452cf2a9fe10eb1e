import type { TranscriptHit } from '../../shared/transcript';

/** The hit to begin with: the first from where the person is, else the last one above. */
export function firstHit(hits: readonly TranscriptHit[], from: number): number {
  const at = hits.findIndex(({ index }) => index >= from);
  return at === -1 ? hits.length - 1 : at;
}

/** One further, and round at the ends. */
export const nextHit = (hits: readonly TranscriptHit[], at: number, by: 1 | -1): number =>
  hits.length === 0 ? -1 : (at + by + hits.length) % hits.length;

export interface Found {
  /** What was looked for. */
  readonly text: string;
  readonly hits: readonly TranscriptHit[];
  readonly more: boolean;
  /** Which of them is shown; -1 when there is none. */
  readonly at: number;
}

/** "3 of 17" */
export function foundWords({ hits, more, at }: Found): string {
  if (hits.length === 0) return 'Not found';
  return `${at + 1} of ${hits.length.toLocaleString('en')}${more ? '+' : ''}`;
}
