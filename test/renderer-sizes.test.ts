import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** A shorter file with a single user is easier to read inside that user. */
const minFileLines = 30;
/** A longer component hides what it does: some of its parts or hooks need a name. */
const maxComponentLines = 120;

const root = path.resolve(import.meta.dirname, '../src/renderer');
const texts = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => [file.split(path.sep).join('/'), readFileSync(path.join(root, file), 'utf8')]),
);

/** Returns the importers of each file. A file that is loaded with `import()` has two, because it must stay a file of its own. */
function importersOf(files: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, text] of files)
    for (const [, dynamic, specifier = ''] of text.matchAll(/(?:\bfrom\s|\bimport\s*(\()?)\s*'(\.[^']+)'/g)) {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      const name = [`${target}.ts`, `${target}.tsx`].find((one) => files.has(one));
      if (name) importers.set(name, [...(importers.get(name) ?? []), file, ...(dynamic ? [file] : [])]);
    }
  return importers;
}

/** Returns the short files with one importer, which is beside them. In another folder it may be another layer. */
const crumbsIn = (files: ReadonlyMap<string, string>): string[] =>
  [...importersOf(files)].flatMap(([file, [user = '', ...others]]) => {
    const isShort = (files.get(file) ?? '').trimEnd().split('\n').length < minFileLines;
    return isShort && others.length === 0 && path.posix.dirname(user) === path.posix.dirname(file) ? [file] : [];
  });

/** Returns the lines of each component. Every file is formatted, so a declaration ends at the first line that starts with a brace. */
function componentsIn(text: string): readonly { readonly name: string; readonly lines: number }[] {
  const declarations = text.matchAll(/^(?:export )?(?:function|const) ([A-Z]\w*)\b.*\n(?:(?![})\]]).*\n)*[})\]]/gm);
  return [...declarations].map(([whole, name = '']) => ({ name, lines: whole.split('\n').length }));
}

it('no component is longer than 120 lines', () => {
  const components = [...texts].flatMap(([file, text]) => (file.endsWith('.tsx') ? componentsIn(text) : []));
  expect(components.length).toBeGreaterThan(100);
  expect(components.filter(({ lines }) => lines > maxComponentLines)).toEqual([]);
});

it('measures a component however it is written', () => {
  const body = '  x;\n'.repeat(maxComponentLines);
  const text = `function A() {\n${body}}\n\nexport const B = memo(function B() {\n${body}});\nconst C = ({ x }: Props) => (\n${body});\n`;
  expect(componentsIn(text)).toEqual(['A', 'B', 'C'].map((name) => ({ name, lines: maxComponentLines + 2 })));
});

it('a file of the window that is shorter than 30 lines has more than one user', () => {
  expect(texts.size).toBeGreaterThan(100);
  expect(crumbsIn(texts)).toEqual([]);
});

it('finds a short file that only its neighbour imports', () => {
  const files = {
    'a/user.tsx': "import { x } from './crumb';\nimport { y } from './tested';\nconst z = import('./lazy');",
    'a/tested.test.ts': "import { y } from './tested';",
    'b/user.ts': "import { w } from '../a/elsewhere';",
    'a/crumb.ts': '',
    'a/tested.ts': '',
    'a/lazy.tsx': '',
    'a/elsewhere.ts': '',
  };
  expect(crumbsIn(new Map(Object.entries(files)))).toEqual(['a/crumb.ts']);
});
