import { parentOf } from '../../shared/item-parent';
import type { TranscriptItem } from '../../shared/transcript';

/** Which items are hidden: the steps of subagents, and messages that were discarded. */
export interface Outline {
  /** The id of the subagent call that an item belongs to, by the item's index. */
  readonly parents: ReadonlyMap<number, string>;
  readonly nothing: ReadonlySet<number>;
}

export const emptyOutline: Outline = { parents: new Map(), nothing: new Set() };

/** Returns the outline with these items added. It only grows, so hidden items need not be kept in memory. */
export function withOutlines(outline: Outline, items: Iterable<TranscriptItem>): Outline {
  // This runs for every frame of a stream and rarely finds anything new.
  const telling = [...items].filter((item) => isNews(outline, item));
  if (telling.length === 0) return outline;
  const parents = new Map(outline.parents);
  const nothing = new Set(outline.nothing);
  for (const item of telling) {
    if (item.kind === 'discarded') nothing.add(item.index);
    else nothing.delete(item.index);
    const parent = parentOf(item);
    if (parent !== null) parents.set(item.index, parent);
  }
  return { parents, nothing };
}

function isNews({ parents, nothing }: Outline, item: TranscriptItem): boolean {
  if ((item.kind === 'discarded') !== nothing.has(item.index)) return true;
  return parentOf(item) !== null && !parents.has(item.index);
}

export const isHidden = ({ parents, nothing }: Outline, isOpened: (index: number) => boolean, index: number): boolean =>
  nothing.has(index) || (parents.has(index) && !isOpened(index));

export const hidesNothing = ({ parents, nothing }: Outline): boolean => parents.size === 0 && nothing.size === 0;
/** A shared constant, so that the virtual list can skip the check of every row. */
export const nothingHidden = (): boolean => false;
