import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Tool } from '../src/shared/tools';

/**
 * Who may import whom, from docs/architecture.md. A part is the longest folder (or file) below src/ that is listed.
 * `type:x` allows only type imports of x. Every part may import itself.
 */
const table: Readonly<Record<string, readonly string[]>> = {
  shared: ['zod'],
  'tool-api': ['shared', 'zod'],
  'tool-process': ['shared', 'tool-api', 'node', 'zod'],
  command: ['shared', 'node', 'zod'],
  'main/base': ['shared', 'node', 'electron-store'],
  'main/claude': ['shared', 'main/base', 'node', 'zod'],
  'main/shell': ['shared', 'node', 'unbash'],
  'main/asks': ['shared', 'main/base', 'main/shell', 'node', 'zod'],
  'main/sessions': [
    'shared',
    'tool-api',
    'main/base',
    'main/claude',
    'main/asks',
    'main/shell',
    'main/tools',
    'node',
    'zod',
    'type:main/ledger',
  ],
  'main/tools': ['shared', 'tool-api', 'tool-process', 'main/base', 'node', 'zod', '@modelcontextprotocol/server'],
  'main/settings': ['shared', 'main/base', 'zod'],
  'main/terminal': ['shared', 'main/base', 'node', 'node-pty'],
  'main/ledger': ['shared', 'main/base', 'node', 'zod'],
  'main/ipc': [
    'shared',
    'main/base',
    'zod',
    'type:main/sessions',
    'type:main/asks',
    'type:main/ledger',
    'type:main/settings',
    'type:main/claude',
    'type:main/terminal',
    'type:main/tools',
  ],
  'main/http': [
    'shared',
    'main/base',
    'node',
    'zod',
    'hono',
    '@hono/node-server',
    'type:main/sessions',
    'type:main/asks',
    'type:main/settings',
  ],
  'main/desktop': ['shared', 'main/base', 'node', 'electron', 'zod', 'dbus-native', 'type:main/tools'],
  'main/index.ts': ['*'],
  'main/app.ts': ['*'],
  'main/core.ts': ['*'],
  'main/judge-command.ts': ['main/base', 'main/claude', 'main/asks', 'node'],
  'main/run-tool-command.ts': ['shared', 'main/tools', 'node', 'zod', '@modelcontextprotocol/server'],
  'main/quit.ts': [],
  'main/notices.ts': ['shared', 'main/base'],
  preload: ['electron'],
  'renderer/ui': ['shared', 'react', '@radix-ui/react-dialog', '@radix-ui/react-toast'],
  'renderer/base': ['shared', 'renderer/ui', 'react', 'jotai'],
  'renderer/markdown': ['renderer/ui', 'renderer/base', 'react', 'react-markdown', 'remark-gfm', 'lowlight', 'hast-util-to-jsx-runtime'],
  'renderer/diff': ['shared', 'renderer/ui', 'renderer/base', 'react', 'diff', 'react-diff-view'],
  'renderer/forms': ['shared', 'renderer/ui', 'renderer/base', 'react'],
  'renderer/toasts': ['shared', 'renderer/ui', 'renderer/base', 'jotai'],
  'renderer/ledger': ['shared', 'renderer/ui', 'renderer/base', 'react', 'jotai'],
  'renderer/composer': ['shared', 'renderer/ui', 'renderer/base', 'react', 'jotai'],
  'renderer/terminal': ['shared', 'renderer/ui', 'renderer/base', 'react', 'jotai', '@xterm'],
  'renderer/settings': ['shared', 'renderer/ui', 'renderer/base', 'react', 'jotai'],
  'renderer/status-bar': ['shared', 'renderer/ui', 'renderer/base', 'react', 'jotai'],
  'renderer/asks': [
    'shared',
    'renderer/ui',
    'renderer/base',
    'renderer/forms',
    'renderer/markdown',
    'renderer/diff',
    'renderer/ledger',
    'react',
    'jotai',
    '@radix-ui/react-dialog',
  ],
  'renderer/transcript/tools': [
    'shared',
    'renderer/ui',
    'renderer/base',
    'renderer/forms',
    'renderer/markdown',
    'renderer/diff',
    'renderer/asks',
    'react',
    'jotai',
  ],
  'renderer/transcript': [
    'shared',
    'renderer/ui',
    'renderer/base',
    'renderer/markdown',
    'renderer/asks',
    'renderer/transcript/tools',
    'react',
    'jotai',
    '@tanstack/react-virtual',
  ],
  'renderer/sessions': [
    'shared',
    'renderer/ui',
    'renderer/base',
    'renderer/toasts',
    'renderer/composer',
    'renderer/terminal',
    'renderer/asks',
    'renderer/transcript',
    'resources',
    'react',
    'jotai',
  ],
  'renderer/palette': [
    'shared',
    'renderer/ui',
    'renderer/base',
    'renderer/toasts',
    'renderer/terminal',
    'renderer/asks',
    'renderer/sessions',
    'react',
    'jotai',
    '@radix-ui/react-dialog',
    'cmdk',
  ],
  renderer: [
    'shared',
    'renderer/ui',
    'renderer/base',
    'renderer/toasts',
    'renderer/ledger',
    'renderer/composer',
    'renderer/settings',
    'renderer/status-bar',
    'renderer/asks',
    'renderer/transcript',
    'renderer/sessions',
    'renderer/palette',
    'react',
    'react-dom',
    'jotai',
  ],
};

/** Only these may import Electron, whatever the table says about their folder. */
const electronRim = ['main/index.ts', 'main/app.ts', 'main/desktop/', 'preload/'];

const src = path.resolve(import.meta.dirname, '../src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => file.split(path.sep).join('/'));

interface Import {
  readonly from: string;
  readonly specifier: string;
  readonly typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(src, file), 'utf8');
  const statements = text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm);
  const dynamic = text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g);
  return [
    ...[...statements].map((match) => ({ from: file, specifier: match[2] ?? '', typeOnly: match[1] !== undefined })),
    ...[...dynamic].map((match) => ({ from: file, specifier: match[1] ?? '', typeOnly: false })),
  ];
}

/** The longest listed part that contains a path below src/. */
const partOf = (file: string): string | undefined =>
  Object.keys(table)
    .filter((part) => file === part || file.startsWith(`${part}/`))
    .sort((a, b) => b.length - a.length)[0];

/** The path below src/ of a file that is imported by a relative path. */
function fileOf({ from, specifier }: Import): string {
  const resolved = path.posix.join(path.posix.dirname(from), specifier);
  return files.find((name) => name === resolved || name === `${resolved}.ts` || name === `${resolved}.tsx`) ?? resolved;
}

/** The target of an import: a part of ours, `node`, `resources`, or a package. */
function targetOf(one: Import): string {
  const { specifier } = one;
  if (specifier.startsWith('.')) {
    const file = fileOf(one);
    return file.startsWith('../resources/') ? 'resources' : (partOf(file) ?? file);
  }
  if (specifier.startsWith('node:')) return 'node';
  if (specifier === 'electron') return 'electron';
  return specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : (specifier.split('/')[0] ?? specifier);
}

function isAllowed(one: Import): boolean {
  const part = partOf(one.from);
  const target = targetOf(one);
  if (!part) return false;
  if (target === 'electron' && !electronRim.some((rim) => one.from.startsWith(rim))) return false;
  if (fileOf(one).startsWith('main/claude/wire/') && part !== 'main/claude') return false;
  const allowed = table[part] ?? [];
  if (target === part || allowed.includes('*') || allowed.includes(target)) return true;
  if (allowed.some((name) => name === target.split('/')[0] && name.startsWith('@'))) return true;
  return one.typeOnly && allowed.includes(`type:${target}`);
}

const told = ({ from, specifier }: Import): string => `${from} imports ${specifier}`;

it('every import in src/ is one that the table of the house allows', () => {
  const all = files.flatMap(importsOf);
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter((one) => !isAllowed(one)).map(told)).toEqual([]);
});

/** Where the programs start: electron.vite.config.ts and index.html name the same files. */
const entries = [
  'main/index.ts',
  'main/judge-command.ts',
  'command/main.ts',
  'main/run-tool-command.ts',
  'tool-process/main.ts',
  'preload/index.ts',
  'renderer/boot.ts',
];

it('every file in src/ is used by the app: what only tests use is in test/', () => {
  const reached = new Set(entries);
  for (const file of reached)
    for (const one of importsOf(file)) if (one.specifier.startsWith('.') && files.includes(fileOf(one))) reached.add(fileOf(one));
  expect(files.filter((file) => !file.endsWith('.d.ts') && !reached.has(file))).toEqual([]);
});

it('every folder of the renderer has a row', () => {
  const folders = new Set(files.filter((file) => file.startsWith('renderer/')).map((file) => path.posix.dirname(file)));
  expect([...folders].filter((folder) => !(folder in table))).toEqual([]);
});

/** Returns the first chain of parts that leads back to its start, or null. */
function cycleIn(rows: typeof table): readonly string[] | null {
  const finished = new Set<string>();
  const walk = (part: string, chain: readonly string[]): readonly string[] | null => {
    if (chain.includes(part)) return [...chain.slice(chain.indexOf(part)), part];
    if (finished.has(part)) return null;
    for (const name of rows[part] ?? []) {
      const found = walk(name.replace(/^type:/, ''), [...chain, part]);
      if (found) return found;
    }
    finished.add(part);
    return null;
  };
  for (const part of Object.keys(rows)) {
    const found = walk(part, []);
    if (found) return found;
  }
  return null;
}

it('no parts import each other in a circle', () => {
  expect(cycleIn(table)).toBeNull();
  expect(cycleIn({ a: ['b', 'zod'], b: ['type:c'], c: ['a'] })).toEqual(['a', 'b', 'c', 'a']);
});

it('tells an import that is not allowed', () => {
  const wrong: Import[] = [
    { from: 'renderer/app.tsx', specifier: 'node:fs', typeOnly: false },
    { from: 'renderer/app.tsx', specifier: '../main/app', typeOnly: false },
    { from: 'renderer/diff/text-diff.tsx', specifier: '../asks/ask-body', typeOnly: false },
    { from: 'renderer/asks/ask-words.ts', specifier: '../transcript/places', typeOnly: true },
    { from: 'main/base/log.ts', specifier: 'electron', typeOnly: false },
    { from: 'shared/ask.ts', specifier: '../main/base/log', typeOnly: true },
    { from: 'main/ipc/router.ts', specifier: '../sessions/session', typeOnly: false },
    { from: 'main/ipc/handlers.ts', specifier: '../claude/finder', typeOnly: false },
    { from: 'main/sessions/session.ts', specifier: 'electron', typeOnly: false },
    { from: 'main/sessions/session.ts', specifier: '../claude/wire/fields', typeOnly: true },
    { from: 'main/core.ts', specifier: './claude/wire/lines', typeOnly: false },
    { from: 'main/core.ts', specifier: 'electron', typeOnly: false },
    { from: 'main/unlisted/thing.ts', specifier: 'node:fs', typeOnly: false },
  ];
  expect(wrong.filter(isAllowed).map(told)).toEqual([]);
});

/** Files in which one of these words is not a tool: a node type of the shell parser, and a heading in the window. */
const otherMeanings: Readonly<Record<string, string>> = {
  'main/shell/words.ts': Tool.Glob,
  'renderer/transcript/tools/subagent-body.tsx': Tool.Task,
};

/** Finds the places where code spells a tool's name: as a text, as the start of a rule, as a key, or compared with a variable for tools. */
function toolNamesIn(file: string, source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  const names = Object.values(Tool).join('|');
  const spelled = [
    ...code.matchAll(new RegExp(`(?<quote>['"\`])(?<name>${names})(?:\\k<quote>|\\()`, 'g')),
    ...code.matchAll(new RegExp(`^\\s*(?<name>${names}): `, 'gm')),
    ...code.matchAll(/\btool(?:_?name)? [!=]== '(?<name>\w+)'/gi),
  ];
  return spelled.flatMap(({ groups }) => (groups?.name === otherMeanings[file] ? [] : [`${file} spells ${groups?.name}`]));
}

it('no file in src/ but the table of tools spells the name of a tool', () => {
  const spelled = files
    .filter((file) => file !== 'shared/tools.ts')
    .flatMap((file) => toolNamesIn(file, readFileSync(path.join(src, file), 'utf8')));
  expect(spelled).toEqual([]);
});

it('finds the name of a tool in code, not in comments or in longer texts', () => {
  const source = [
    `if (tool === 'Bash') return;`,
    'const kinds = {',
    "  ExitPlanMode: 'plan',",
    '};',
    "const rule = 'Edit(notes.md)';",
    "if (request.tool_name !== 'NewTool') return;",
    '/** Such as `Bash(npm run *)`. */ // Reads `Glob`.',
    "const label = 'Allow all Bash this session';",
  ];
  const found = ['Bash', 'Edit', 'ExitPlanMode', 'Bash', 'NewTool'].map((name) => `main/x.ts spells ${name}`);
  expect(toolNamesIn('main/x.ts', source.join('\n'))).toEqual(found);
});

/** What only these files may say: the names of the CLI's messages, requests and fields. */
const wireFiles = (file: string): boolean => file.startsWith('main/claude/wire/') || file === 'main/claude/peer.ts';

/** Names of the wire that mean something else elsewhere. */
const ownNames: ReadonlySet<string> = new Set([
  // A column of the ledger.
  'session_id',
]);

const snakeCaseIn = (file: string): string[] =>
  readFileSync(path.join(src, file), 'utf8').match(/(?<![\w-])[a-z]+(?:_[a-z]+)+(?![\w-])/g) ?? [];

// Tests talk to the app as the CLI does, and resources/demo is a CLI itself: neither is among these files.
it('only main/claude knows the names on the wire', () => {
  const wireNames = new Set(files.filter(wireFiles).flatMap(snakeCaseIn));
  for (const name of ['control_request', 'can_use_tool', 'stream_event', 'set_permission_mode', 'tool_use_id'])
    expect(wireNames).toContain(name);
  const elsewhere = files.filter((file) => !file.startsWith('main/claude/')).map((file) => [file, snakeCaseIn(file)] as const);
  expect(
    elsewhere.flatMap(([file, names]) =>
      names.filter((name) => wireNames.has(name) && !ownNames.has(name)).map((name) => `${file} says ${name}`),
    ),
  ).toEqual([]);
});

it('tests wait with `until`, which has the patience that a busy machine needs', () => {
  const root = path.dirname(src);
  const tests = ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  );
  const impatient = tests.filter(
    (file) => file.endsWith('.test.ts') && /\b(vi\.waitFor|expect\.poll|vi\.waitUntil)\(/.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect([tests.includes('test/boundaries.test.ts'), impatient]).toEqual([true, []]);
});
