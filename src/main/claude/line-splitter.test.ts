import { expect, it } from 'vitest';
import { LineSplitter } from './line-splitter';

function split(chunks: Iterable<Buffer>, maxBytes?: number): (string | null)[] {
  const seen: (string | null)[] = [];
  const splitter = new LineSplitter({
    onLine: (line) => seen.push(line),
    onTooLong: () => seen.push(null),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return seen;
}

const text = '{"a":"žluťoučký 🐎"}\r\n\n{"b":1}\nlast, without a newline';
const lines = ['{"a":"žluťoučký 🐎"}', '', '{"b":1}', 'last, without a newline'];

it('gives the same lines however the bytes were cut', () => {
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size++) {
    const chunks: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
    expect(split(chunks)).toEqual(lines);
  }
});

it('adds no line after a newline at the end, and none for an empty stream', () => {
  expect(split([Buffer.from('one\n')])).toEqual(['one']);
  expect(split([])).toEqual([]);
});

it('keeps a carriage return that is not part of a line ending', () => {
  expect(split([Buffer.from('a\rb\r\r\nc\r')])).toEqual(['a\rb\r', 'c\r']);
});

it('joins a line of 100 MB that comes in small pieces', () => {
  const piece = Buffer.alloc(64 * 1024, 'x');
  const count = 1_600;
  function* chunks() {
    for (let i = 0; i < count; i++) yield piece;
    yield Buffer.from('\nnext\n');
  }
  expect(split(chunks()).map((line) => line?.length)).toEqual([count * piece.length, 4]);
});

it('delivers a line as long as the bound, and ends at one that is longer, however it comes', () => {
  expect(split([Buffer.from('12345678\n')], 8)).toEqual(['12345678']);
  expect(split([Buffer.from('ok\n123456789\nnever\n')], 8)).toEqual(['ok', null]);
  expect(split([Buffer.from('ok\n12345'), Buffer.from('6789'), Buffer.from('\nnever\n')], 8)).toEqual(['ok', null]);
});
