/** A text in an input, and the name of its field. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface InputTexts {
  readonly texts: readonly NamedText[];
  /** The input is too deep or too big, so some texts are missing. */
  readonly isIncomplete: boolean;
}

const most = { depth: 12, texts: 300, characters: 50_000 };

/** Collects the texts in an input at any depth. A text in a list has the list's name. */
export function collectTexts(input: unknown): InputTexts {
  const texts: NamedText[] = [];
  let characters = 0;
  let isIncomplete = false;
  const visit = (value: unknown, name: string, depth: number): void => {
    if (isIncomplete || (typeof value !== 'string' && (typeof value !== 'object' || value === null))) return;
    if (depth > most.depth || texts.length >= most.texts || characters > most.characters) {
      isIncomplete = true;
      return;
    }
    if (typeof value === 'string') {
      texts.push({ name, text: value });
      characters += value.length;
      return;
    }
    for (const key in value) {
      if (!Object.hasOwn(value, key)) continue;
      // A field's name can be a path too.
      if (/[/\\~]/.test(key) && !Array.isArray(value)) texts.push({ name, text: key });
      visit(Object.getOwnPropertyDescriptor(value, key)?.value, Array.isArray(value) ? name : key, depth + 1);
      if (isIncomplete) return;
    }
  };
  visit(input, '', 0);
  return { texts, isIncomplete };
}

/** The words of a name in lower case. They are the same for `filePath`, `file_path` and `file-path`. */
export function wordsOfName(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
