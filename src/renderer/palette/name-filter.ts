/**
 * How well a name fits what was typed, from 0 (not at all) to 1. Every word must be in it. The library's own measure also
 * takes letters strewn over ids and paths, and then a session comes before the action that was meant.
 */
export function nameFilter(_id: string, typed: string, names: readonly string[] = []): number {
  const name = names.join(' ').toLowerCase();
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.every((word) => name.includes(word))) return 0;
  if (name.startsWith(words.join(' '))) return 1;
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 0.8 : 0.5;
}
