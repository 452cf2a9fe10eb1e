import { expect, it } from 'vitest';
import { commentsIn, draw } from './sample-comments.mjs';

it('finds whole comments, each with the line it starts on', () => {
  const source = [
    '/** One line. */',
    'const address = "https://example.com"; // After code.',
    "const text = 'no // comment';",
    '  /**',
    '   * Several lines,',
    '   * one comment.',
    '   */',
    '  // Also one,',
    '  // over two lines.',
    '  {/* In JSX. */}',
    '// biome-ignore lint/a/b: an instruction to a tool',
    'code();',
  ];
  expect(commentsIn(source.join('\n'))).toEqual([
    { line: 1, text: 'One line.' },
    { line: 2, text: 'After code.' },
    { line: 4, text: 'Several lines,\none comment.' },
    { line: 8, text: 'Also one,\nover two lines.' },
    { line: 10, text: 'In JSX.' },
  ]);
});

it('draws the same comments for the same seed, each at most once', () => {
  const all = Array.from({ length: 50 }, (_, index) => index);
  const drawn = draw(all, 20, 7);
  expect(draw(all, 20, 7)).toEqual(drawn);
  expect(draw(all, 20, 8)).not.toEqual(drawn);
  expect(new Set(drawn).size).toBe(20);
  expect(draw(all, 80, 7).toSorted((a, b) => a - b)).toEqual(all);
});
