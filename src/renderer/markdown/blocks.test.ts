import { expect, it } from 'vitest';
import { blocksOf } from './blocks';

const text = (source: string) => ({ kind: 'text', source });
const code = (language: string, content: string) => ({ kind: 'code', language, text: content });

it('splits at blank lines, and takes code out of its fence', () => {
  expect(blocksOf('# Title\n\nOne\ntwo\n\n```ts\nconst a = 1;\n\nconst b = 2;\n```\nafter')).toEqual([
    text('# Title'),
    text('One\ntwo'),
    code('ts', 'const a = 1;\n\nconst b = 2;'),
    text('after'),
  ]);
});

it('knows code whose fence is still open, with other fences inside', () => {
  expect(blocksOf('~~~~md\n```\n~~~\nx')).toEqual([code('md', '```\n~~~\nx')]);
});

it('keeps a list together with what is indented in it, fences too', () => {
  const list = '1. one\n\n   ```\n   code\n   ```\n\n2. two\n\n   more';
  expect(blocksOf(`${list}\n\nafter`)).toEqual([text(list), text('after')]);
});

it('reads a long list item by item', () => {
  const items = Array.from({ length: 200 }, (_, at) => `${at + 1}. an item with some words in it`);
  const blocks = blocksOf(items.join('\n'));
  expect(blocks.length).toBeGreaterThan(3);
  expect(blocks.map((block) => (block.kind === 'text' ? block.source : '')).join('\n')).toBe(items.join('\n'));
});

it('changes only the last block when text is added', () => {
  const before = blocksOf('First.\n\nSecond **is');
  const after = blocksOf('First.\n\nSecond **is** done');
  expect([before.length, after.slice(0, -1)]).toEqual([2, before.slice(0, -1)]);
});

it('gives a block the definitions it refers to from elsewhere, and no others', () => {
  expect(blocksOf('See [it][1].\n\nPlain, [2] too.\n\n[1]: https://example.com/\n[2]: this is no address')).toEqual([
    text('See [it][1].\n\n[1]: https://example.com/'),
    text('Plain, [2] too.'),
    text('[1]: https://example.com/\n[2]: this is no address'),
  ]);
});

it('adds no more definitions than a few times the text, however often they are referred to', () => {
  const source = `[a]: https://example.com/${'a'.repeat(1_900)}\n\n${'[a]\n\n'.repeat(2_000)}`;
  const length = blocksOf(source).reduce((sum, block) => sum + (block.kind === 'text' ? block.source.length : 0), 0);
  expect(length).toBeLessThan(6 * source.length);
});

it('leaves what is too complex as one plain block, and formats the rest', () => {
  const deep = '>'.repeat(4_000);
  expect(blocksOf(`Before.\n\n${deep}\n\n${deep}\n\nAfter.`)).toEqual([
    text('Before.'),
    { kind: 'plain', text: `${deep}\n\n${deep}` },
    text('After.'),
  ]);
});
