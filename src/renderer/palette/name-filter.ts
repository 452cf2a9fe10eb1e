/**
 * Scores how well a name matches the typed text, from 0 (no match) to 1. The name must contain every word. cmdk's own filter
 * also matches letters scattered over ids and paths, which ranks a session above the action that the person wants.
 */
export function nameFilter(_id: string, typed: string, names: readonly string[] = []): number {
  const name = names.join(' ').toLowerCase();
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.every((word) => name.includes(word))) return 0;
  if (name.startsWith(words.join(' '))) return 1;
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 0.8 : 0.5;
}
