import { textField } from './field';

/** What Claude shows with the built-in tool for that. */
export type ShownContent =
  | { readonly what: 'markdown'; readonly text: string }
  | { readonly what: 'table'; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly what: 'image'; readonly mediaType: string; readonly data: string; readonly alt: string };

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const cellText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Reads the input of such a call. Null if it makes no sense: Claude can write anything into it. */
export function shownContent(input: Fields): ShownContent | null {
  const text = textField(input, 'markdown');
  if (text !== '') return { what: 'markdown', text };
  const { table, image } = input;
  if (isFields(table)) {
    const columns = Array.isArray(table.columns) ? table.columns.map(cellText) : [];
    const rows = Array.isArray(table.rows) ? table.rows.map((row: unknown) => (Array.isArray(row) ? row.map(cellText) : [])) : [];
    return columns.length === 0 ? null : { what: 'table', columns, rows };
  }
  if (isFields(image) && textField(image, 'data') !== '')
    return { what: 'image', mediaType: textField(image, 'mediaType'), data: textField(image, 'data'), alt: textField(image, 'alt') };
  return null;
}
