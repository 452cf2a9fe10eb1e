/** A text in an input, and the name it stands under. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Every text in an input, however deep: paths may stand in lists. What is in a list has the list's name. */
export function textsIn(value: unknown, name = '', depth = 0): NamedText[] {
  if (typeof value === 'string') return [{ name, text: value }];
  if (typeof value !== 'object' || value === null || depth > 8) return [];
  return Object.entries(value).flatMap(([key, entry]) => textsIn(entry, Array.isArray(value) ? name : key, depth + 1));
}

/** The words of a name, in small letters: `filePath`, `file_path` and `file-path` have the same. */
export function wordsOfName(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
