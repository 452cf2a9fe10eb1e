import type { PatchHunk } from '../../shared/transcript';

/** How many lines a patch adds and takes away. */
function changesIn(hunks: readonly PatchHunk[]): { readonly added: number; readonly removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return { added: lines.filter((line) => line.startsWith('+')).length, removed: lines.filter((line) => line.startsWith('-')).length };
}

/** The same in few characters. */
export function changeWords(hunks: readonly PatchHunk[]): string {
  const { added, removed } = changesIn(hunks);
  return [added > 0 ? `+${added}` : '', removed > 0 ? `−${removed}` : ''].filter((part) => part !== '').join(' ');
}
