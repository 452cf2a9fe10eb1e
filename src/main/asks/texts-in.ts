/** A text in an input, and the name it stands under. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface InputTexts {
  readonly texts: readonly NamedText[];
  /** There is more: the input is too deep or too big to be looked at in full. */
  readonly cut: boolean;
}

const most = { depth: 12, texts: 300, characters: 50_000 };

/** The texts in an input, however deep: paths may stand in lists. What is in a list has the list's name. */
export function textsIn(input: unknown): InputTexts {
  const texts: NamedText[] = [];
  let characters = 0;
  let cut = false;
  const visit = (value: unknown, name: string, depth: number): void => {
    if (cut || (typeof value !== 'string' && (typeof value !== 'object' || value === null))) return;
    if (depth > most.depth || texts.length >= most.texts || characters > most.characters) {
      cut = true;
      return;
    }
    if (typeof value === 'string') {
      texts.push({ name, text: value });
      characters += value.length;
      return;
    }
    for (const key in value) {
      if (!Object.hasOwn(value, key)) continue;
      // A path may also be the name of a field.
      if (/[/\\~]/.test(key) && !Array.isArray(value)) texts.push({ name, text: key });
      visit(Object.getOwnPropertyDescriptor(value, key)?.value, Array.isArray(value) ? name : key, depth + 1);
      if (cut) return;
    }
  };
  visit(input, '', 0);
  return { texts, cut };
}

/** The words of a name, in small letters: `filePath`, `file_path` and `file-path` have the same. */
export function wordsOfName(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
