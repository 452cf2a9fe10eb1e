import { createContext } from 'react';
import type { TranscriptItem } from '../../shared/transcript';

/** Which items are not drawn: what subagents did in calls that are closed, and what turned out not to be said. */
export interface Outline {
  /** The call whose subagent an item belongs to, by the item's index. */
  readonly parents: ReadonlyMap<number, string>;
  /** What that call was about, by its id. */
  readonly titles: ReadonlyMap<string, string>;
  readonly nothing: ReadonlySet<number>;
}

export const emptyOutline: Outline = { parents: new Map(), titles: new Map(), nothing: new Set() };

/** With what these items say. What is once known stays known, so that what is folded away need not be held. */
export function withOutlines(outline: Outline, items: Iterable<TranscriptItem>): Outline {
  // Asked with every frame of a stream, and nearly always for nothing.
  const telling = [...items].filter((item) => isNews(outline, item));
  if (telling.length === 0) return outline;
  const parents = new Map(outline.parents);
  const titles = new Map(outline.titles);
  const nothing = new Set(outline.nothing);
  for (const item of telling) {
    if (item.kind === 'discarded') nothing.add(item.index);
    else nothing.delete(item.index);
    const parent = parentOf(item);
    if (parent !== null) parents.set(item.index, parent);
    if (item.kind === 'tool' && isSubagent(item.name)) titles.set(item.toolUseId, titleOf(item.input));
  }
  return { parents, titles, nothing };
}

function isNews({ parents, titles, nothing }: Outline, item: TranscriptItem): boolean {
  if ((item.kind === 'discarded') !== nothing.has(item.index)) return true;
  if (parentOf(item) !== null && !parents.has(item.index)) return true;
  return item.kind === 'tool' && isSubagent(item.name) && titles.get(item.toolUseId) !== titleOf(item.input);
}

const parentOf = (item: TranscriptItem): string | null => ('parentToolUseId' in item ? item.parentToolUseId : null);

export const isHidden = ({ parents, nothing }: Outline, open: ReadonlySet<string>, index: number): boolean => {
  if (nothing.has(index)) return true;
  const parent = parents.get(index);
  return parent !== undefined && !open.has(parent);
};

export const isSubagent = (name: string): boolean => name === 'Task' || name === 'Agent';

const titleOf = ({ description, subagent_type }: Readonly<Record<string, unknown>>): string =>
  [subagent_type, description].filter((part) => typeof part === 'string' && part !== '').join(': ');

/** How a subagent's call shows what it did. */
export interface SubagentFolds {
  readonly open: ReadonlySet<string>;
  /** How many of its items are known. */
  readonly count: (toolUseId: string) => number;
  readonly toggle: (toolUseId: string) => void;
  readonly title: (toolUseId: string) => string;
}

export const SubagentsContext = createContext<SubagentFolds>({ open: new Set(), count: () => 0, toggle: () => undefined, title: () => '' });
