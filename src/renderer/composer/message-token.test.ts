import { expect, it } from 'vitest';
import { mentionOf, replaceToken, tokenAt } from './message-token';

/** The bar marks the caret. */
const at = (marked: string) => tokenAt(marked.replace('|', ''), marked.indexOf('|'));

it.each([
  ['/|', 'command', ''],
  ['/com|', 'command', 'com'],
  ['/com|pact now', 'command', 'com'],
  ['@|', 'mention', ''],
  ['look at @src/ma|', 'mention', 'src/ma'],
  ['first\n@READ|', 'mention', 'READ'],
  ['see @"my fi|', 'mention', 'my fi'],
  ['/review @fi|', 'mention', 'fi'],
])('%j is a %s for %j', (text, kind, query) => {
  expect(at(text)).toMatchObject({ kind, query });
});

it.each(['|', 'a/b|', '/compact now|', 'ann@example|', '@done |', '@"my file"|', 'and /com|', `@${'x'.repeat(600)}|`])(
  'there is nothing to offer in %j',
  (text) => {
    expect(at(text)).toBeNull();
  },
);

function pick(marked: string, value: string): string {
  const token = at(marked);
  if (!token) throw new Error('nothing to pick for');
  const { text, caret } = replaceToken(marked.replace('|', ''), token, value);
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

it('writes what was picked, and goes on after it', () => {
  expect(pick('/com|', 'compact')).toBe('/compact |');
  expect(pick('look at @ma| please', 'src/main.ts')).toBe('look at @src/main.ts | please'.replace(' | ', ' |'));
  expect(pick('@my|', 'my file.txt')).toBe('@"my file.txt" |');
});

it('goes on into a folder', () => {
  expect(pick('@sr|', 'src/')).toBe('@src/|');
  expect(pick('@"my|', 'my folder/')).toBe('@"my folder/|');
});

it('names a file with a space in its path in quotes', () => {
  expect([mentionOf('/a/b'), mentionOf('/a b')]).toEqual(['@/a/b', '@"/a b"']);
});
