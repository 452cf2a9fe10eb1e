import { escapeInvisible } from '../shared/invisible';

/** Rows in aligned columns. Texts come from models and repositories, so nothing in them may control the terminal. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows.map((row) => row.map(plain))];
  const widths = head.map((_title, column) => Math.max(...all.map((row) => lengthOf(row[column] ?? ''))));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - lengthOf(cell))))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

const lengthOf = (text: string): number => [...text].length;

/** One line in which nothing is hidden. */
export const plain = (text: string): string => escapeInvisible(text).replaceAll(/\s+/g, ' ').trim();
