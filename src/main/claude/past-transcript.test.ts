import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TranscriptItem } from '../../shared/transcript';
import { readPastSession } from './past-transcript';
import { TranscriptBuilder } from './transcript/builder';

const recorded = path.resolve(import.meta.dirname, '../../../test/recorded/2.1.197/projects/-home-person-project');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'past-transcript-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Finds the recorded file that contains this text. */
function recordedWith(text: string): string {
  const name = readdirSync(recorded).find((name) => readFileSync(path.join(recorded, name), 'utf8').includes(`"content":"${text}`));
  if (!name) throw new Error(`nothing recorded says ${text}`);
  return path.join(recorded, name);
}

function stored(...lines: (object | string)[]): string {
  const file = path.join(folder, 'session.jsonl');
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
}

async function read(file: string): Promise<unknown[]> {
  const builder = new TranscriptBuilder();
  const items: TranscriptItem[] = [];
  for await (const event of readPastSession(file))
    for (const { item } of builder.add(event)) items[item.index] = TranscriptItem.parse(item);
  for (const { item } of builder.endRun()) items[item.index] = item;
  return items.map(tell);
}

function tell(item: TranscriptItem): unknown {
  if (item.kind === 'user' || item.kind === 'text') return [item.kind, item.text];
  if (item.kind === 'tool') return ['tool', item.name, item.status];
  return item.kind === 'note' ? ['note', item.note.what, 'text' in item.note ? item.note.text : null] : [item.kind];
}

const user = (uuid: string, parentUuid: string | null, content: unknown) => ({ type: 'user', uuid, parentUuid, message: { content } });
const answer = (uuid: string, parentUuid: string | null, text: string) => ({
  type: 'assistant',
  uuid,
  parentUuid,
  message: { id: `msg-${uuid}`, content: [{ type: 'text', text }] },
});

it('tells calls made together with all their results', async () => {
  expect(await read(recordedWith('[[p:'))).toEqual([
    ['user', '[[p:/home/person/project]] read both'],
    ['tool', 'Read', 'ok'],
    ['tool', 'Read', 'ok'],
    ['tool', 'Bash', 'ok'],
    ['text', 'Read.'],
  ]);
});

it('tells what came before a compaction, commands and what they printed', async () => {
  expect(await read(recordedWith('hello'))).toEqual([
    ['user', 'hello'],
    ['text', 'Fine.'],
    ['user', '/model opus'],
    ['note', 'output', 'Set model to opus (claude-opus-4-8)'],
    ['user', 'tell me more'],
    ['text', 'Fine.'],
    ['user', '/usage'],
    ['note', 'output', expect.stringMatching(/^Total cost:/)],
    ['note', 'compaction', expect.stringMatching(/^This session is being continued/)],
    ['user', '/compact'],
    ['note', 'output', expect.stringMatching(/^Compacted/)],
    ['user', '/help'],
    ['note', 'output', "/help isn't available in this environment."],
  ]);
});

it('tells what was said while Claude worked, background tasks, interruptions and failures', async () => {
  expect(await read(recordedWith('and one more thing'))).toEqual([
    ['user', '[[b]] wait'],
    ['tool', 'Bash', 'ok'],
    ['user', 'and one more thing'],
    ['text', 'Both done.'],
  ]);
  expect((await read(recordedWith('[[b]] start it'))).slice(2)).toEqual([
    ['text', 'Started.'],
    ['note', 'task', 'Background command "Wait behind" completed (exit code 0)'],
    ['text', 'done'],
  ]);
  expect((await read(recordedWith('[[l]] wait'))).slice(1)).toEqual([
    ['tool', 'Bash', 'interrupted'],
    ['note', 'interrupted', null],
  ]);
  expect((await read(recordedWith('OVERLOADED'))).at(-1)).toEqual([
    'note',
    'api-error',
    'Failed to authenticate. API Error: 403 forbidden',
  ]);
});

it('follows the branch a resume would go on from', async () => {
  const trunk = [user('a', null, 'start'), answer('b', 'a', 'yes')];
  const left = [user('c', 'b', 'left'), answer('d', 'c', 'gone left')];
  const right = [user('e', 'b', 'right'), answer('f', 'e', 'gone right')];
  const said = async (...lines: object[]) => (await read(stored(...trunk, ...lines))).slice(2);
  const goneLeft = [
    ['user', 'left'],
    ['text', 'gone left'],
  ];
  const goneRight = [
    ['user', 'right'],
    ['text', 'gone right'],
  ];
  expect(await said(...left, ...right)).toEqual(goneRight);
  expect(await said(...left, ...right, { type: 'last-prompt', leafUuid: 'd' })).toEqual(goneLeft);
  expect(await said(...left, { type: 'last-prompt', leafUuid: 'd' }, ...right)).toEqual(goneRight);
});

it('shows a call that never came back as interrupted', async () => {
  const call = {
    type: 'assistant',
    uuid: 'b',
    parentUuid: 'a',
    message: { id: 'm', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }] },
  };
  expect(await read(stored(user('a', null, 'go'), call))).toEqual([
    ['user', 'go'],
    ['tool', 'Bash', 'interrupted'],
  ]);
});

it('is not harmed by a cut last line, junk, circles or parents that are not there', async () => {
  expect(
    await read(stored('junk', '[1]', user('b', 'nowhere', 'first'), '{"type":1}', '', answer('c', 'b', 'second'), '{"type":"user","uui')),
  ).toEqual([
    ['user', 'first'],
    ['text', 'second'],
  ]);
  expect(await read(stored(user('a', 'b', 'round'), answer('b', 'a', 'and round')))).toEqual([
    ['user', 'round'],
    ['text', 'and round'],
  ]);
  expect(await read(stored())).toEqual([]);
  expect(await read(folder)).toEqual([]);
});

it('reads characters and lines that are cut by the chunks a file is read in', async () => {
  const long = '🙂é'.repeat(500_000);
  const texts: unknown[] = [];
  for await (const event of readPastSession(stored(user('a', null, long), user('b', 'a', 'end')))) {
    if (event.kind === 'user-message') texts.push(event.text);
  }
  // Compared before the expectation, which would otherwise print megabytes.
  expect(texts.map((text) => JSON.stringify(text) === JSON.stringify({ what: 'person', text: long }))).toEqual([true, false]);
  expect(texts[1]).toEqual({ what: 'person', text: 'end' });
});
