import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { aToolCall } from '../../../test/a-tool-call';
import { buildToolProcess } from '../../../test/built-tool-process';
import { ToolFolders, toolCode } from '../../../test/tool-folders';
import { until } from '../../../test/until';

let entry: string;
let folders: ToolFolders;

beforeAll(async () => {
  entry = await buildToolProcess();
});
afterAll(() => rmSync(path.dirname(entry), { recursive: true, force: true }));
beforeEach(() => {
  folders = new ToolFolders(entry);
});
afterEach(() => folders.close());

const call = (name: string, args = {}): Promise<unknown> => folders.tool(name).call(args, aToolCall());
const errorOf = (name: string): string | null | undefined => folders.entry(name)?.error;

it('reads nothing and starts no process before somebody needs a tool', async () => {
  folders.write('hello', toolCode('hello', 'return 1;'));
  expect(folders.tools.list).toEqual([]);
  expect(folders.started).toBe(0);
  folders.tools.openAll();
  await folders.state('hello', 'ready');
  expect(folders.started).toBe(1);
});

it('offers the tools of a person and of a trusted folder, written in TypeScript or JavaScript', async () => {
  folders.write('hello', toolCode('hello', "const words: string = 'Hello ' + args.text; return { words };"));
  folders.writeInProject('deploy', "export default { name: 'deploy', description: 'Deploys.', handler: () => 'deployed' };", 'tool.mjs');
  await folders.prepare();
  expect(
    folders.offered().map(({ name, title, description, onRestart, builtIn }) => [name, title, description, onRestart, builtIn]),
  ).toEqual([
    ['hello', 'hello', 'A test.', 'fail', false],
    ['deploy', 'deploy', 'Deploys.', 'fail', false],
  ]);
  expect(folders.tool('deploy').parameters).toEqual({ type: 'object', properties: {} });
  expect(await call('hello', { text: 'Ann' })).toEqual({ words: 'Hello Ann' });
  expect(await call('deploy')).toBe('deployed');
  expect(folders.entry('deploy')?.source).toEqual({
    kind: 'folder',
    folder: path.join(folders.project, '.signalbox/tools/deploy'),
    project: folders.project,
  });
});

it('keeps a session waiting only for a moment when one of its tools hangs', async () => {
  const some = new ToolFolders(entry, { limits: { loadMs: 60_000, stopMs: 5_000, prepareMs: 1_000 } });
  some.write('hangs', toolCode('hangs', '', 'await new Promise(() => undefined);'));
  some.write('hello', toolCode('hello', 'return 1;'));
  await some.prepare();
  expect(some.entry('hangs')?.state).toBe('loading');
  await until(() => expect(some.offered().map(({ name }) => name)).toEqual(['hello']));
  await some.close();
});

it('never loads the tools of a folder that is not trusted', async () => {
  folders.writeInProject('deploy', toolCode('deploy', 'return 1;', "import { writeFileSync } from 'node:fs'; writeFileSync('ran', '');"));
  folders.write('hello', toolCode('hello', 'return 1;'));
  const session = { folder: folders.project, trusted: false };
  await folders.tools.prepare(session);
  expect(folders.tools.toolsFor(session).map(({ name }) => name)).toEqual(['hello']);
  expect(folders.tools.list.map(({ name }) => name)).toEqual(['hello']);
  expect(folders.started).toBe(1);
});

it('keeps what a tool holds in its variables from one call to the next', async () => {
  folders.write('count', toolCode('count', 'counted += 1; return counted;', 'let counted = 0;'));
  await folders.prepare();
  expect([await call('count'), await call('count'), await call('count')]).toEqual([1, 2, 3]);
});

it('loads other files of the folder, and reloads when one of them changes, also in a folder below', async () => {
  folders.write('parts', toolCode('parts', 'return word;', "import { word } from './lib/word.ts';"));
  folders.write('parts', "export const word: string = 'one';", 'lib/word.ts');
  await folders.prepare();
  expect(await call('parts')).toBe('one');
  folders.write('parts', "export const word: string = 'two';", 'lib/word.ts');
  await until(async () => expect(await call('parts')).toBe('two'));
});

it('is the same offer to Claude after a reload that changed only what the handler does', async () => {
  folders.write('hello', toolCode('hello', 'return 1;'));
  await folders.prepare();
  const before = folders.tool('hello');
  folders.write('hello', toolCode('hello', 'return 2;'));
  await until(async () => expect(await before.call({}, aToolCall())).toBe(2));
  expect(folders.tool('hello')).toBe(before);
  folders.write('hello', toolCode('hello', 'return 3;').replace('A test.', 'Another test.'));
  await until(() => expect(folders.tool('hello').description).toBe('Another test.'));
  expect(folders.tool('hello')).not.toBe(before);
});

it('lets calls finish in the process of the old version, and then ends it', async () => {
  folders.write('slow', toolCode('slow', "await ctx.approvals.get('go'); return 'old ' + process.pid;"));
  await folders.prepare();
  const gate = Promise.withResolvers<null>();
  const held = { ...aToolCall(), approvals: { ...aToolCall().approvals, get: () => gate.promise } };
  const old = folders.tool('slow').call({}, held);
  folders.write('slow', toolCode('slow', 'return "new";').replace('A test.', 'New.'));
  await until(() => expect(folders.tool('slow').description).toBe('New.'));
  expect(await call('slow')).toBe('new');
  gate.resolve(null);
  const words = await old;
  expect(words).toMatch(/^old \d+$/);
  await until(() => expect(() => process.kill(Number(String(words).slice(4)), 0)).toThrow('ESRCH'));
});

it('loads again when the code changes during a load, also one that hangs', async () => {
  folders.write('hello', toolCode('hello', 'return 1;', 'await new Promise(() => undefined);'));
  folders.tools.openAll();
  await until(() => expect(folders.started).toBe(1));
  folders.write('hello', toolCode('hello', 'return 2;'));
  await folders.state('hello', 'ready');
  expect(await call('hello')).toBe(2);
});

it('stops loading a tool that changes its own code during each load', async () => {
  const before = "import { writeFileSync } from 'node:fs'; writeFileSync('made.ts', 'export const at = ' + process.hrtime()[1]);";
  folders.write('restless', toolCode('restless', 'return 1;', before));
  await folders.prepare();
  expect(await call('restless')).toBe(1);
  expect(folders.started).toBeLessThanOrEqual(5);
});

it('a tool that writes data while it is loaded is ready afterwards, and loaded once', async () => {
  const before = "import { writeFileSync } from 'node:fs'; for (const name of ['a', 'b', 'c']) writeFileSync(name, '');";
  folders.write('notes', toolCode('notes', 'return 1;', `${before} await new Promise((resolve) => setTimeout(resolve, 300));`));
  await folders.prepare();
  await folders.state('notes', 'ready');
  expect(folders.started).toBe(1);
});

it('does not reload a tool that writes data into its own folder', async () => {
  folders.write(
    'notes',
    toolCode(
      'notes',
      "writeFileSync('notes.json', '{}'); counted += 1; return counted;",
      "import { writeFileSync } from 'node:fs'; let counted = 0;",
    ),
  );
  await folders.prepare();
  expect([await call('notes'), await call('notes'), await call('notes')]).toEqual([1, 2, 3]);
  expect(readFileSync(path.join(folders.folderOf('notes'), 'notes.json'), 'utf8')).toBe('{}');
});

it('notices folders that come and go, also the folder of all tools', async () => {
  await folders.prepare();
  expect(folders.tools.list).toEqual([]);
  folders.write('hello', toolCode('hello', 'return 1;'));
  folders.writeInProject('deploy', toolCode('deploy', 'return 1;'));
  await folders.state('hello', 'ready');
  await folders.state('deploy', 'ready');
  renameSync(folders.folderOf('hello'), path.join(folders.base, 'away'));
  await until(() => expect(folders.tools.list.map(({ name }) => name)).toEqual(['deploy']));
  rmSync(path.join(folders.project, '.signalbox'), { recursive: true });
  await until(() => expect(folders.tools.list).toEqual([]));
  expect(folders.offered()).toEqual([]);
  folders.writeInProject('again', toolCode('again', 'return 1;'));
  await folders.state('again', 'ready');
});

it('lists what can’t be a tool with the reason, and loads the others', async () => {
  const outside = path.join(folders.base, 'outside');
  mkdirSync(outside);
  writeFileSync(path.join(outside, 'tool.ts'), toolCode('outside', 'return 1;'));
  folders.write('good', toolCode('good', 'return 1;'));
  folders.write('empty', 'Nothing here.', 'README.md');
  folders.write('both', toolCode('both', 'return 1;'));
  folders.write('both', toolCode('both', 'return 1;'), 'tool.mjs');
  folders.write('file-link', '', 'README.md');
  symlinkSync(path.join(outside, 'tool.ts'), path.join(folders.folderOf('file-link'), 'tool.ts'));
  folders.write('broken-link', '', 'README.md');
  symlinkSync('nowhere', path.join(folders.folderOf('broken-link'), 'tool.ts'));
  symlinkSync(outside, folders.folderOf('folder-link'));
  mkdirSync(path.join(folders.folderOf('not-a-file'), 'tool.ts'), { recursive: true });
  await folders.prepare();
  expect(Object.fromEntries(folders.tools.list.map(({ id, state, error }) => [path.basename(id), `${state}: ${error}`]))).toEqual({
    good: 'ready: null',
    empty: 'failed: There is no tool.ts or tool.mjs in the folder.',
    both: 'failed: There are both tool.ts and tool.mjs in the folder. Keep one of them.',
    'file-link': `failed: tool.ts is a link to ${path.join(outside, 'tool.ts')}. Copy it here.`,
    'broken-link': 'failed: tool.ts can’t be read (ENOENT).',
    'folder-link': `failed: The folder is a link to ${outside}. Copy it here.`,
    'not-a-file': 'failed: tool.ts is not a file.',
  });
  expect(folders.offered().map(({ name }) => name)).toEqual(['good']);
});

it('loads nothing through a link that leads out of a trusted folder', async () => {
  folders.write('hello', toolCode('hello', 'return 1;'));
  symlinkSync(folders.userData, path.join(folders.project, '.signalbox'));
  await folders.prepare();
  expect(folders.offered().map(({ name }) => name)).toEqual(['hello']);
  expect(folders.tools.list.map(({ name, error }) => [name, error])).toContainEqual([
    '.signalbox/tools',
    `It is a link to ${path.join(folders.userData, 'tools')}. Tools are only loaded from the folder itself.`,
  ]);
});

const definitions: readonly (readonly [what: string, code: string, error: string])[] = [
  ['no default export', 'export const a = 1;', 'The file has no default export. Write “export default defineTool({ … })”.'],
  ['a default export that is no tool', 'export default 5;', 'The default export is not a tool. Write “export default defineTool({ … })”.'],
  ['a name with a space', tool("name: 'a b'"), '“name”: must be 1 to 64 letters, digits, “_” or “-”.'],
  ['a name that is too long', tool(`name: '${'a'.repeat(65)}'`), '“name”: must be 1 to 64 letters, digits, “_” or “-”.'],
  ['no handler', tool('handler: undefined'), '“handler”: must be a function.'],
  ['parameters of another type', tool("parameters: { type: 'string' }"), 'Their “type” must be “object”.'],
  [
    'an unknown type in the parameters',
    tool("parameters: { type: 'object', properties: { a: { type: 'strin' } } }"),
    'parameters.properties.a.type must be one of string, number, integer, boolean, object, array, null.',
  ],
  [
    'parameters that contain themselves',
    `const p = { type: 'object' }; p.p = p; ${tool('parameters: p')}`,
    'The parameters are not JSON, or are too long.',
  ],
  ['an error while it loads', "throw new Error('No key.');", 'No key. (tool.ts:1)'],
  ['code that is no code', 'export default {', '(tool.ts:1)'],
  ['TypeScript that can’t be stripped', 'enum A { B }', 'TypeScript enum is not supported in strip-only mode'],
  ['an import that does not exist', "import './gone.ts';", 'Cannot find module'],
];

function tool(change: string): string {
  return `export default { name: 'x', description: 'X.', handler() {}, ${change} };`;
}

it.each(definitions)('a file with %s is an error in its entry', async (_what, code, error) => {
  folders.write('wrong', code);
  await folders.prepare();
  expect(folders.entry('wrong')).toMatchObject({ state: 'failed', name: 'wrong' });
  expect(errorOf('wrong')).toContain(error);
  expect(folders.offered()).toEqual([]);
});

it('gives a name to one tool only: the person’s own come before a folder’s, and no folder replaces a built-in tool', async () => {
  folders.write('a', toolCode('deploy', 'return "mine";'));
  folders.write('b', toolCode('deploy', 'return "second";'));
  folders.write('c', toolCode('ask_user', 'return 1;'));
  folders.writeInProject('d', toolCode('deploy', 'return "project";'));
  await folders.prepare();
  expect(folders.offered().map(({ name }) => name)).toEqual(['deploy']);
  expect(await call('deploy')).toBe('mine');
  const taken = `Another tool has the name “deploy”: ${folders.folderOf('a')} Give this one another name.`;
  expect(['a', 'b', 'c', 'd'].map(errorOf)).toEqual([null, taken, '“ask_user” is a built-in tool. Give this one another name.', taken]);
  folders.tools.setEnabled(folders.entry('a')?.id ?? expect.fail(), false);
  expect(await call('deploy')).toBe('second');
});

it('keeps the approvals of a project’s tool apart from those of others with its name', async () => {
  folders.write('mine', toolCode('deploy', 'return 1;'));
  folders.writeInProject('theirs', toolCode('publish', 'return 1;'));
  await folders.prepare();
  expect(folders.offered().map(({ approvalOwner }) => approvalOwner)).toEqual(['deploy', `publish in ${folders.project}`]);
});

it('offers no tool that is turned off, and remembers that', async () => {
  folders.write('hello', toolCode('hello', 'return 1;'));
  await folders.prepare();
  const offered = folders.tool('hello');
  const { id } = await folders.state('hello', 'ready');
  folders.tools.setEnabled(id, false);
  expect([folders.offered(), folders.entry('hello')?.state]).toEqual([[], 'off']);
  await expect(offered.call({}, aToolCall())).rejects.toThrow('“hello” was removed or turned off.');
  expect(JSON.parse(readFileSync(path.join(folders.userData, 'tools.json'), 'utf8'))).toMatchObject({ off: [id] });
  folders.tools.setEnabled(id, true);
  await folders.state('hello', 'ready');
  expect(await call('hello')).toBe(1);
});

it('loads what was changed while a tool was off, however fast it is turned off and on', async () => {
  folders.write('hello', toolCode('hello', 'return 1;'));
  await folders.prepare();
  const { id } = await folders.state('hello', 'ready');
  folders.tools.setEnabled(id, false);
  folders.write('hello', toolCode('hello', 'return 2;'));
  for (const on of [true, false, true]) folders.tools.setEnabled(id, on);
  await folders.state('hello', 'ready');
  expect(await call('hello')).toBe(2);
});

it('drops the tools of a folder when no session is open in it any more', async () => {
  let open: string[] = [];
  const some = new ToolFolders(entry, { projects: () => open });
  open = [some.project];
  some.writeInProject('deploy', toolCode('deploy', 'return 1;'));
  await some.prepare();
  some.tools.prune();
  expect(some.tools.list.map(({ name }) => name)).toEqual(['deploy']);
  open = [];
  some.tools.prune();
  expect(some.tools.list).toEqual([]);
  await some.close();
});
