// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are code
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const src = path.resolve(import.meta.dirname, '../src');
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file: file.split(path.sep).join('/'), text: readFileSync(path.join(src, file), 'utf8') }));

/** Finds `${text.slice(0, 9)}…`, `text.slice(0, 9) + '…'` and `text.length > 9 ? `${start}…` : text`. */
const appendsEllipsis = (text: string): boolean =>
  /\.(slice|substring|substr)\([^\n]*(…|\\u2026)|\+\s*['"`](…|\\u2026)/.test(text) || /\.length [<>]=? [^\n]*\}(…|\\u2026)/.test(text);

it('only truncate.ts cuts text and adds an ellipsis, because it never splits a surrogate pair', () => {
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter(({ text }) => appendsEllipsis(text)).map(({ file }) => file)).toEqual(['shared/truncate.ts']);
});

it.each([
  '`${line.slice(0, longest - 1)}…`',
  "text.slice(0, 9) + '…'",
  'text.substring(0, 9) + "\\u2026"',
  'text.length > 9 ? `${start}…` : text',
])('finds %s', (code) => expect(appendsEllipsis(code)).toBe(true));

it.each(["label: 'New Session…'", '`${permissionModeNames.all.name}…`', "text.endsWith('…') ? text.length : last"])('accepts %s', (code) =>
  expect(appendsEllipsis(code)).toBe(false),
);
