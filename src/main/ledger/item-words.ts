import { assertNever } from '../../shared/assert';
import { deepestJson } from '../../shared/json-depth';
import type { TranscriptItem } from '../../shared/transcript';

/** Whether an item says this, in what a person can see of it: not in the names of its fields, and not in the data of a picture. */
export function says(item: TranscriptItem, wanted: string): boolean {
  const needle = wanted.toLowerCase();
  return wordsOf(item).some((words) => words.toLowerCase().includes(needle));
}

function wordsOf(item: TranscriptItem): string[] {
  switch (item.kind) {
    case 'user':
    case 'text':
    case 'thinking':
      return [item.text];
    case 'tool':
      return [
        item.name,
        ...stringsIn(item.input),
        ...stringsIn(item.changed),
        item.result?.text ?? '',
        ...stringsIn(item.result?.outcome),
        ...stringsIn(item.decision),
      ];
    case 'result':
      return [item.text ?? ''];
    case 'note':
      return stringsIn(item.note);
    case 'discarded':
      return [];
    default:
      return assertNever(item);
  }
}

/** Older versions kept inputs of any depth. */
function stringsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > deepestJson) return [];
  return Object.values(value).flatMap((inner) => stringsIn(inner, depth + 1));
}

/**
 * What SQLite's LIKE can say about the JSON that such an item is kept as: it may match too much, and never too little.
 * Null when it can't say anything, since it ignores the case of ASCII letters only.
 */
export function likePattern(wanted: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not printable ASCII is what this looks for
  if (/[^\x00-\x7f]/.test(wanted)) return null;
  const inJson = JSON.stringify(wanted).slice(1, -1);
  return `%${inJson.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
