import type { Block } from './blocks';
import { canFormat } from './format-cost';

/** `[label]: address "title"` on a line of its own. */
const definition = /^ {0,3}\[(?!\^)([^[\]]+)\]:[ \t]*(?:<[^<>]*>|[^\s<]\S*)(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/;
const label = /\[([^[\]]+)\]/g;
/** The longest definition, in characters. It is parsed again for every block that refers to it. */
const longest = 2_000;
/** The definitions added to all blocks may be this many times as long as the text. */
const mostAdded = 4;

/** Adds to each block the link definitions that it uses, because they may be in another block. */
export function withDefinitions(blocks: readonly Block[], textLength: number): Block[] {
  const known = definitionsIn(blocks);
  if (known.size === 0) return [...blocks];
  let left = mostAdded * textLength;
  return blocks.map((block) => {
    if (block.kind !== 'text') return block;
    const labels = new Set(Array.from(block.source.matchAll(label), ([, name = '']) => keyOf(name)));
    const wanted = [...labels].flatMap((key) => known.get(key) ?? []);
    if (wanted.length === 0) return block;
    const own = new Set(block.source.split('\n'));
    const added = wanted.filter((line) => !own.has(line)).join('\n');
    const source = `${block.source}\n\n${added}`;
    if (added === '' || added.length > left || !canFormat(source)) return block;
    left -= added.length;
    return { ...block, source };
  });
}

function definitionsIn(blocks: readonly Block[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const block of blocks) {
    if (block.kind !== 'text' || !block.source.includes(']:')) continue;
    for (const line of block.source.split('\n')) {
      const name = line.length > longest ? undefined : definition.exec(line)?.[1];
      // The first definition of a label wins.
      if (name !== undefined && !known.has(keyOf(name))) known.set(keyOf(name), line);
    }
  }
  return known;
}

/** Labels are compared without case and blanks. */
const keyOf = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
