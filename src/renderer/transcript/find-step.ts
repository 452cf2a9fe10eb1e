import type { TranscriptHit } from '../../shared/transcript';

/** Returns the hit to start with: the first at or below the person's position, else the last one above. */
export function firstHit(hits: readonly TranscriptHit[], from: number): number {
  const at = hits.findIndex(({ index }) => index >= from);
  return at === -1 ? hits.length - 1 : at;
}

/** Returns the next hit, and wraps around at the ends. */
export const nextHit = (hits: readonly TranscriptHit[], at: number, by: 1 | -1): number =>
  hits.length === 0 ? -1 : (at + by + hits.length) % hits.length;

export interface Found {
  /** The text that was searched for. */
  readonly text: string;
  readonly hits: readonly TranscriptHit[];
  readonly more: boolean;
  /** The index of the current hit; -1 if there is none. */
  readonly at: number;
}

/** Returns for example "3 of 17". */
export function foundWords({ hits, more, at }: Found): string {
  if (hits.length === 0) return 'Not found';
  return `${at + 1} of ${hits.length.toLocaleString('en')}${more ? '+' : ''}`;
}
