import { parentOf } from '../../shared/item-parent';
import type { TranscriptItem } from '../../shared/transcript';

/** Which items are not drawn by themselves: what subagents did, and what turned out not to be said. */
export interface Outline {
  /** The call whose subagent an item belongs to, by the item's index. */
  readonly parents: ReadonlyMap<number, string>;
  readonly nothing: ReadonlySet<number>;
}

export const emptyOutline: Outline = { parents: new Map(), nothing: new Set() };

/** With what these items say. What is once known stays known, so that what is folded away need not be held. */
export function withOutlines(outline: Outline, items: Iterable<TranscriptItem>): Outline {
  // Asked with every frame of a stream, and nearly always for nothing.
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
/** A value of its own: of a long transcript every row would be asked about. */
export const nothingHidden = (): boolean => false;
