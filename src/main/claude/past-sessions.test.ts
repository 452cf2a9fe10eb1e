import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claudeFolder, listPastSessions } from './past-sessions';

const recorded = path.resolve(import.meta.dirname, '../../../test/recorded/2.1.197/projects/-home-person-project');
let root: string;
let project: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'past-')));
  project = path.join(root, 'pro ject');
  mkdirSync(project);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const slugOf = (folder: string): string => folder.replaceAll(/[^A-Za-z0-9]/g, '-');
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const list = (folder = project) => listPastSessions(folder, { claudeFolder: root });
const titles = async (folder = project) => (await list(folder)).map(({ title }) => title);

/** Writes a session file. A higher number makes it newer. */
function store(n: number, lines: readonly (object | string)[], name = slugOf(project)): string {
  const folder = path.join(root, 'projects', name);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${id(n)}.jsonl`);
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  utimesSync(file, n, n);
  return file;
}

const prompt = (content: unknown, rest: object = {}) => ({
  type: 'user',
  cwd: project,
  timestamp: '2026-11-16T06:00:00.000Z',
  message: { role: 'user', content },
  ...rest,
});

it('finds the folder of the CLI', () => {
  expect([claudeFolder({}, '/home/person'), claudeFolder({ CLAUDE_CONFIG_DIR: '/else' }, '/home/person')]).toEqual([
    path.join('/home/person', '.claude'),
    '/else',
  ]);
});

it('lists what the real CLI has kept, the newest first', async () => {
  const folder = path.join(root, 'projects', slugOf(project));
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(recorded)) {
    const text = readFileSync(path.join(recorded, name), 'utf8').replaceAll('/home/person/project', project);
    writeFileSync(path.join(folder, name), text);
    const first = Date.parse(/"timestamp":"([^"]+)"/.exec(text)?.[1] ?? '');
    utimesSync(path.join(folder, name), first / 1_000, first / 1_000);
  }
  expect((await list()).map(({ title, firstPrompt, messages }) => [title, firstPrompt, messages])).toEqual([
    ['[[b]] wait', '[[b]] wait', 3],
    [`[[p:${project}]] read both`, `[[p:${project}]] read both`, 3],
    ['[[b]] start it', '[[b]] start it', 4],
    ['after clear', 'after clear', 2],
    ['tell me more', 'hello', 4],
    ['FORBIDDEN please', 'OVERLOADED please', 6],
    ['[[l]] wait', '[[l]] wait', 2],
  ]);
});

it('names a session by its own title, a generated one, its last prompt, or its first', async () => {
  store(4, [
    prompt('first'),
    { type: 'custom-title', customTitle: 'old name' },
    { type: 'custom-title', customTitle: 'my  name' },
    { type: 'ai-title', aiTitle: 'made up' },
  ]);
  store(3, [prompt('first'), { type: 'ai-title', aiTitle: 'made up' }, { type: 'last-prompt', lastPrompt: 'last' }]);
  store(2, [prompt('first'), { type: 'last-prompt', lastPrompt: 'last' }]);
  store(1, [
    prompt('<local-command-caveat>x</local-command-caveat>', { isMeta: true }),
    prompt('<command-name>/clear</command-name>'),
    prompt([{ type: 'text', text: 'first' }]),
  ]);
  expect(await titles()).toEqual(['my name', 'made up', 'last', 'first']);
  expect((await list())[0]).toEqual({
    cliSessionId: id(4),
    file: path.join(root, 'projects', slugOf(project), `${id(4)}.jsonl`),
    title: 'my name',
    firstPrompt: 'first',
    startedAt: Date.parse('2026-11-16T06:00:00.000Z'),
    lastUsedAt: 4_000,
    bytes: expect.any(Number),
    messages: 1,
  });
});

it('reads only the ends of a big file, and further in when the first message is big itself', async () => {
  const filler = { type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: 'x'.repeat(50_000) }] } };
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(400_000) } };
  store(2, [prompt('small start'), ...Array.from({ length: 20 }, () => filler), { type: 'custom-title', customTitle: 'at the end' }]);
  store(1, [prompt([picture, { type: 'text', text: 'what is this?' }]), ...Array.from({ length: 100 }, () => filler)]);
  expect((await list()).map(({ title, firstPrompt, messages }) => [title, firstPrompt, messages])).toEqual([
    ['at the end', 'small start', null],
    ['what is this?', 'what is this?', null],
  ]);
});

describe('the folder', () => {
  it('is found through a symbolic link', async () => {
    store(1, [prompt('here')]);
    symlinkSync(project, path.join(root, 'link'));
    expect(await titles(path.join(root, 'link'))).toEqual(['here']);
  });

  it('is told from another that flattens to the same name', async () => {
    store(1, [prompt('ours')]);
    store(2, [prompt('theirs', { cwd: path.join(root, 'pro-ject') })]);
    expect(await titles()).toEqual(['ours']);
  });

  it('is found by what its sessions say when its name is cut and hashed', async () => {
    const deep = path.join(project, 'a'.repeat(120), 'b'.repeat(120));
    mkdirSync(deep, { recursive: true });
    store(1, [prompt('deep', { cwd: deep })], `${slugOf(deep).slice(0, 200)}-1a2b3c`);
    store(2, [prompt('beside', { cwd: `${deep}c` })], `${slugOf(deep).slice(0, 200)}-4d5e6f`);
    expect(await titles(deep)).toEqual(['deep']);
  });

  it('may have no sessions, or be gone', async () => {
    expect([await titles(), await titles(path.join(root, 'gone'))]).toEqual([[], []]);
    store(1, [prompt('was here', { cwd: path.join(root, 'gone') })], slugOf(path.join(root, 'gone')));
    expect(await titles(path.join(root, 'gone'))).toEqual(['was here']);
  });
});

it('is not harmed by files that are not what they should be', async () => {
  store(9, ['', 'not json', '[]', 'null', '{"type":7}']);
  store(8, []);
  store(7, [prompt({ not: 'text' }), prompt(null), { type: 'custom-title', customTitle: 7 }]);
  store(6, ['x'.repeat(600_000)]);
  store(5, [prompt('whole'), '{"type":"last-prompt","lastPrompt":"cut of']);
  const folder = path.join(root, 'projects', slugOf(project));
  mkdirSync(path.join(folder, `${id(4)}.jsonl`));
  writeFileSync(path.join(folder, 'agent-abc.jsonl'), JSON.stringify(prompt('a subagent')));
  expect(await titles()).toEqual(['whole']);
});
