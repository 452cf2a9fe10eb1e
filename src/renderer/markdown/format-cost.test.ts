import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { expect, it } from 'vitest';
import { canFormat } from './format-cost';

const nested = (levels: number): string => Array.from({ length: levels }, (_, at) => `${'  '.repeat(at)}- a`).join('\n');
const parse = (source: string) => ReactMarkdown({ remarkPlugins: [remarkGfm], children: source });
const emphasis = (levels: number): string => `${'*a '.repeat(levels)}${'a* '.repeat(levels)}`;

it('knows what makes the parser overflow its stack', () => {
  const source = '>'.repeat(4_000);
  expect(() => parse(source)).toThrow(RangeError);
  expect(canFormat(source)).toBe(false);
});

it.each([
  ['quotes', `${'> '.repeat(31)}a`],
  ['list items in one line', `${'- '.repeat(31)}a`],
  ['numbered items in one line', `${'1. '.repeat(31)}a`],
  ['lists by indentation', nested(31)],
  ['quotes and lists in turn', `${'> - '.repeat(16)}a`],
  ['emphasis', `${emphasis(201)}\n\n${'word '.repeat(20_000)}`],
  ['emphasis of several kinds', `${'*a_b~~c '.repeat(120)}${'c~~b_a* '.repeat(120)}`],
])('does not format deeply nested %s', (_what, source) => {
  expect(canFormat(source)).toBe(false);
});

it.each([
  ['opening brackets', '['.repeat(4_000)],
  ['brackets around each other', `${'[ '.repeat(1_000)}${'] '.repeat(1_000)}`],
  ['closing brackets', 'a ] '.repeat(2_000)],
  ['pictures that are not closed', '!['.repeat(2_000)],
  ['emphasis that is only closed', 'a* '.repeat(2_000)],
  ['emphasis that could be either', '*a'.repeat(2_000)],
  ['emphasis of lengths that never match', 'a**b*'.repeat(1_000)],
  ['runs of asterisks', '**'.repeat(4_000)],
  ['unclosed comments', 'a <!-- '.repeat(2_000)],
  ['unclosed declarations', 'a <? '.repeat(2_000)],
  ['less-than signs', '<'.repeat(4_000)],
  ['addresses that could end anywhere', `http://a.b/${'.!'.repeat(2_000)}x`],
  ['unclosed link titles', '[a](b "c '.repeat(8_000)],
  ['a wide table with short rows', `${'|a'.repeat(1_000)}|\n${'|-'.repeat(1_000)}|\n${'b\n'.repeat(1_000)}`],
  ['lines that continue a list without indentation', `- a\n${'b\n'.repeat(4_000)}`],
])('does not format thousands of %s', (_what, source) => {
  expect(canFormat(source)).toBe(false);
});

it.each([
  ['a few levels of lists', nested(12)],
  ['quotes within quotes', '> > > a\n> > b'],
  ['a line across the page', '- '.repeat(60)],
  ['a few levels of emphasis', emphasis(10)],
  ['much emphasis', 'Some **bold** and _slanted_ ~~words~~ here. '.repeat(200)],
  ['names with underscores', 'a_long_name and **/*.ts '.repeat(100)],
  ['many links', 'See [this page](https://example.com/a/b?c=d&e=f). '.repeat(200)],
  ['one long address', `https://example.com/?${'key=value&'.repeat(150)}`],
  ['a list of tasks', '- [ ] write it down\n'.repeat(100)],
  ['a long table', `| name | size |\n|:--|--:|\n${'| a file | 12 |\n'.repeat(20_000)}`],
  ['much inline code', 'Call `read(a[0], *b)` first. '.repeat(300)],
])('formats %s', (_what, source) => {
  expect(canFormat(source)).toBe(true);
});
