import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

type ImportTable = ReadonlyMap<string, readonly string[]>;

const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, file), 'utf8');

/** The text between two markers. Throws if one is missing. */
function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  const to = text.indexOf(end, from + start.length);
  if (from === -1 || to === -1) throw new Error(`There is no text between “${start}” and “${end}”.`);
  return text.slice(from + start.length, to);
}

/** The table that the boundary test enforces. It is read as text, because importing that file would run its tests here too. */
function tableInCode(source: string): ImportTable {
  const rows = between(source, 'const table:', '\n};').matchAll(/^ {2}'?([\w/.-]+)'?: \[([^\]]*)\]/gm);
  return new Map([...rows].map(([, part = '', list = '']) => [part, [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name).sort()]));
}

/** The same table in the docs. A row may name several parts, and “types of” precedes parts from which only types are imported. */
function tableInDocs(page: string): ImportTable {
  const rows = between(page, '## Who may import whom', '\n## ').matchAll(/^\| (`.+`) \| (.+) \|$/gm);
  return new Map(
    [...rows].flatMap(([, parts = '', cell = '']) => namesIn(parts, /`([^`]+)`/g).map((part) => [part, importsIn(cell)] as const)),
  );
}

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

function importsIn(cell: string): string[] {
  if (cell === 'nothing') return [];
  if (cell === 'everything') return ['*'];
  const [values = '', types = ''] = cell.split('; types of ');
  return [...values.split(', '), ...namesIn(types, /([^, ]+)/g).map((name) => `type:${name}`)].sort();
}

it('the import table in docs/architecture.md is the one that the boundary test enforces', () => {
  const inCode = tableInCode(read('boundaries.test.ts'));
  expect(inCode.size).toBeGreaterThan(15);
  expect(Object.fromEntries(tableInDocs(read('../docs/architecture.md')))).toEqual(Object.fromEntries(inCode));
});
