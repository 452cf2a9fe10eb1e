import { assertNever } from '../../shared/assert';
import { deepestJson } from '../../shared/json-depth';
import type { TranscriptItem } from '../../shared/transcript';

/** Whether the visible text of an item contains a text. Field names and the data of pictures don't count. */
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
        ...stringsIn(item.interactions),
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

/** Older versions stored inputs of any depth. */
function stringsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > deepestJson) return [];
  return Object.values(value).flatMap((inner) => stringsIn(inner, depth + 1));
}

/**
 * Makes a LIKE pattern for the JSON of items that may contain a text: it may match too many items, never too few.
 * Returns null if LIKE can't be used, because it ignores case for ASCII letters only.
 */
export function likePattern(wanted: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not printable ASCII is what this looks for
  if (/[^\x00-\x7f]/.test(wanted)) return null;
  const inJson = JSON.stringify(wanted).slice(1, -1);
  return `%${inJson.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
