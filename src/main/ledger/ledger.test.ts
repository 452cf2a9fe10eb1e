import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { until } from '../../../test/until';
import { askId, SessionId } from '../../shared/ids';
import type { ResultItem, TextItem, ToolItem, TranscriptChange } from '../../shared/transcript';
import type { DecisionRecord } from './decision-table';
import { Ledger, type LedgerOptions } from './ledger';

const one = SessionId.parse('one');
const two = SessionId.parse('two');
let folder: string;
let file: string;
let opened: Ledger[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ledger-'));
  file = path.join(folder, 'ledger.db');
  opened = [];
});
afterEach(() => {
  vi.useRealTimers();
  for (const ledger of opened) ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(options: Partial<LedgerOptions> = {}): Ledger {
  const ledger = new Ledger({ folder, retryMs: 10, ...options });
  opened.push(ledger);
  return ledger;
}

const text = (index: number, said = `text ${index}`): TextItem => ({
  index,
  key: `text:${index}`,
  at: 1,
  truncated: false,
  kind: 'text',
  messageId: 'm',
  parentToolUseId: null,
  text: said,
  state: 'done',
});
const texts = (from: number, to: number): TranscriptChange[] =>
  Array.from({ length: to - from }, (_, offset) => ({ item: text(from + offset) }));
const indexes = (items: readonly { index: number }[]) => items.map(({ index }) => index);
const lost = (index: number) => ({ index, key: `lost:${index}`, at: 0, truncated: false, kind: 'discarded' });

/** What somebody else sees in the file. */
function onDisk(query: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

const decision = (summary: string): DecisionRecord => ({
  askId: askId(one, `toolu-${summary}`),
  sessionId: one,
  kind: 'permission',
  tool: 'Bash',
  summary,
  surface: 'dialog',
  decision: 'allow',
  reason: null,
  scope: 'session',
  edited: true,
  askedAt: 1_000,
  decidedAt: 3_500,
  details: { input: { command: summary } },
});

it('reads a transcript in pages, before and after it is on disk', () => {
  const ledger = open();
  ledger.write(one, texts(0, 450));
  ledger.write(two, texts(0, 3));
  const pages = () => ({
    count: ledger.count(one),
    newest: indexes(ledger.page(one)).length,
    newestStart: ledger.page(one)[0]?.index,
    before: indexes(ledger.page(one, { before: 5, limit: 3 })),
    from: indexes(ledger.page(one, { from: 448, limit: 10 })),
    past: ledger.page(one, { from: 450 }),
    other: ledger.count(two),
    none: ledger.page(SessionId.parse('nobody')),
  });
  const expected = { count: 450, newest: 200, newestStart: 250, before: [2, 3, 4], from: [448, 449], past: [], other: 3, none: [] };
  expect(pages()).toEqual(expected);
  expect(ledger.flush()).toBe(true);
  expect(onDisk('SELECT count(*) AS n FROM transcript')).toEqual([{ n: 453 }]);
  expect(pages()).toEqual(expected);
});

it('writes only the newest version of an item, by itself and soon', async () => {
  const ledger = open({ flushMs: 1 });
  for (let word = 0; word < 100; word++) ledger.write(one, [{ item: text(0, `word ${word}`) }]);
  await until(() => expect(onDisk("SELECT json ->> 'text' AS text FROM transcript")).toEqual([{ text: 'word 99' }]));
  ledger.write(one, [{ item: text(0, 'revised') }]);
  expect(ledger.page(one)).toEqual([text(0, 'revised')]);
  ledger.close();
  expect(open().page(one)).toEqual([text(0, 'revised')]);
});

it('writes text that streams less often than the rest, and at the latest when it closes', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const ledger = open();
  const said = () => onDisk("SELECT json ->> 'text' AS text FROM transcript ORDER BY idx").map((row) => Object.values(row ?? {})[0]);
  const stream = (words: string) => ledger.write(one, [{ item: { ...text(0, words), state: 'streaming' } }]);
  stream('a');
  ledger.flush();
  stream('a b');
  ledger.write(one, [{ item: text(1) }]);
  ledger.flush();
  expect([said(), ledger.page(one).map((item) => 'text' in item && item.text)]).toEqual([
    ['a', 'text 1'],
    ['a b', 'text 1'],
  ]);
  vi.advanceTimersByTime(1_000);
  ledger.flush();
  expect(said()).toEqual(['a b', 'text 1']);
  stream('a b c');
  ledger.close();
  expect(said()).toEqual(['a b c', 'text 1']);
});

it('keeps the whole of a big item beside its preview', () => {
  const ledger = open();
  const item = { ...text(0, 'begin'), truncated: true };
  ledger.write(one, [{ item, full: text(0, 'beginning to end') }, { item: text(1) }]);
  const read = () => [ledger.page(one), ledger.item(one, 0), ledger.item(one, 1), ledger.item(one, 2), ledger.fullPage(one)];
  const expected = [[item, text(1)], text(0, 'beginning to end'), text(1), null, [text(0, 'beginning to end'), text(1)]];
  expect(read()).toEqual(expected);
  ledger.flush();
  expect(read()).toEqual(expected);
});

it('finds what was said, on disk or not yet, in what is left out of previews too, and not in the form it is kept in', async () => {
  const ledger = open();
  const cut = { item: { ...text(2, 'a long'), truncated: true }, full: text(2, 'a long story of 100% “Größe”') };
  ledger.write(one, [{ item: text(0, 'Say "Hello"\nthere') }, { item: text(1, 'nothing') }, cut]);
  const found = async (wanted: string) => indexes((await ledger.find(one, wanted)).hits);
  const all = async () => [
    await found('say "hello"\n'),
    await found('STORY'),
    await found('grÖsse'),
    await found('GRÖßE'),
    await found('100%'),
    await found('h_llo'),
    await found('kind'),
    await found('t'),
  ];
  const expected = [[0], [2], [], [2], [2], [], [], [0, 1, 2]];
  expect(await all()).toEqual(expected);
  ledger.flush();
  expect(await all()).toEqual(expected);
  expect(await ledger.find(two, 'hello')).toEqual({ hits: [], more: false });
});

it('deletes a session, which may begin anew', () => {
  const ledger = open();
  ledger.write(one, texts(0, 10));
  ledger.flush();
  ledger.deleteSession(one);
  expect(ledger.count(one)).toBe(0);
  ledger.write(one, texts(0, 2));
  expect(indexes(ledger.page(one))).toEqual([0, 1]);
  ledger.flush();
  expect(onDisk('SELECT idx FROM transcript ORDER BY idx')).toEqual([{ idx: 0 }, { idx: 1 }]);
});

it('has a decision on disk at once, and lists them newest first', () => {
  const ledger = open();
  expect(['a', 'b', 'c'].map((summary) => ledger.addDecision(decision(summary)))).toEqual([true, true, true]);
  expect(onDisk('SELECT summary FROM decisions ORDER BY id')).toEqual([{ summary: 'a' }, { summary: 'b' }, { summary: 'c' }]);
  const [newest, ...rest] = ledger.decisions({ limit: 2 });
  expect(newest).toEqual({ ...decision('c'), id: 3, waitedMs: 2_500 });
  expect(rest.map(({ summary }) => summary)).toEqual(['b']);
  expect(ledger.decisions({ before: 2 }).map(({ summary }) => summary)).toEqual(['a']);
  ledger.deleteSession(one);
  ledger.flush();
  expect(ledger.decisions()).toHaveLength(3);
  ledger.addDecision(decision('touch Notes.txt'));
  expect(ledger.decisions({ text: 'notes' }).map(({ summary }) => summary)).toEqual(['touch Notes.txt']);
  expect(ledger.decisions({ text: 'notes', before: 4 })).toEqual([]);
});

it('goes on in memory while the file is locked, says so, and writes everything when it can', async () => {
  const ledger = open();
  const troubles = vi.fn();
  ledger.onTroubleChange((trouble) => troubles(trouble?.code ?? null));
  const holder = new DatabaseSync(file);
  holder.exec('BEGIN IMMEDIATE');
  ledger.write(one, texts(0, 3));
  expect([ledger.flush(), ledger.addDecision(decision('a'))]).toEqual([false, false]);
  expect(indexes(ledger.page(one))).toEqual([0, 1, 2]);
  holder.close();
  await until(() => expect(ledger.trouble).toBeNull());
  expect(troubles.mock.calls).toEqual([['locked'], [null]]);
  expect(onDisk('SELECT (SELECT count(*) FROM transcript) AS items, (SELECT count(*) FROM decisions) AS decisions')).toEqual([
    { items: 3, decisions: 1 },
  ]);
});

it('tells of decisions also while they can’t be written, under the numbers they get then', async () => {
  const ledger = open();
  ledger.addDecision(decision('a'));
  const holder = new DatabaseSync(file);
  holder.exec('BEGIN IMMEDIATE');
  for (const summary of ['b', 'c']) ledger.addDecision(decision(summary));
  const told = () => [
    ledger.decisions().map(({ id, summary }) => `${id} ${summary}`),
    ledger.decisions({ before: 3, limit: 1 }).map(({ summary }) => summary),
    ledger.decisions({ text: 'C' }).map(({ summary }) => summary),
    ledger.decisionsOf(['Bash'], 2).map(({ summary }) => summary),
    ledger.hasDecision(askId(one, 'toolu-b')),
    [1, decision('b').decidedAt].map((at) => ledger.hasDecision(askId(one, 'toolu-b'), at)),
    ['b', 'd'].map((name) => ledger.wasAllowed(askId(one, `toolu-${name}`))),
  ];
  const whileLocked = told();
  expect(whileLocked).toEqual([['3 c', '2 b', '1 a'], ['b'], ['c'], ['c', 'b'], true, [false, true], [true, false]]);
  holder.close();
  await until(() => expect(ledger.trouble).toBeNull());
  expect(told()).toEqual(whileLocked);
});

it('finds a decision by any letters, large or small', () => {
  const ledger = open();
  ledger.addDecision(decision('cat Übersicht.md'));
  expect(['Übersicht', 'übersicht', 'ÜBERSICHT'].map((text) => ledger.decisions({ text }).length)).toEqual([1, 1, 1]);
});

it('starts without a folder it can write, loses the oldest past its bound, and recovers', async () => {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'in the way');
  const ledger = open({ maxPending: 5 });
  ledger.open();
  ledger.write(one, texts(0, 8));
  expect(ledger.trouble).toEqual({ code: 'unwritable', file, lost: 3 });
  expect(ledger.page(one)).toEqual([lost(0), lost(1), lost(2), ...texts(3, 8).map(({ item }) => item)]);
  rmSync(folder);
  mkdirSync(folder);
  await until(() => expect(ledger.trouble).toBeNull());
  expect(onDisk('SELECT min(idx) AS first, count(*) AS n FROM transcript')).toEqual([{ first: 3, n: 5 }]);
});

it('sets a file that is no database aside and starts a fresh one', () => {
  writeFileSync(file, 'not a database '.repeat(500));
  const ledger = open();
  ledger.write(one, texts(0, 1));
  expect([ledger.flush(), ledger.trouble, ledger.count(one)]).toEqual([true, null, 1]);
  expect(readFileSync(ledger.setAside ?? '', 'utf8')).toMatch(/^not a database/);
});

it('does the same when the damage shows while it writes', () => {
  const before = open();
  before.write(one, texts(0, 2_000));
  before.close();
  const damaged = readFileSync(file).fill(0xff, 4_096);
  writeFileSync(file, damaged);
  const ledger = open();
  const asides = vi.fn();
  ledger.onSetAside(asides);
  ledger.write(one, texts(2_000, 2_003));
  expect(ledger.flush()).toBe(true);
  expect(asides).toHaveBeenCalledWith(ledger.setAside);
  expect(existsSync(ledger.setAside ?? '')).toBe(true);
  expect([ledger.trouble, ledger.count(one), indexes(ledger.page(one, { limit: 3 }))]).toEqual([null, 2_003, [2_000, 2_001, 2_002]]);
});

it('leaves a file from a newer version as it is', () => {
  open().close();
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  const ledger = open();
  ledger.write(one, texts(0, 1));
  expect([ledger.flush(), ledger.trouble?.code, ledger.setAside, ledger.count(one)]).toEqual([false, 'newer-version', null, 1]);
  expect(onDisk('PRAGMA user_version')).toEqual([{ user_version: 99 }]);
});

it('is not held up by one item that can not be written or read', () => {
  const ledger = open();
  ledger.write(one, [{ item: text(0) }, { item: { ...text(1), at: Number.NaN } }, { item: text(2) }]);
  expect(ledger.flush()).toBe(true);
  const database = new DatabaseSync(file);
  database.exec(`UPDATE transcript SET json = '{"kind":"hologram"}' WHERE idx = 0`);
  database.close();
  expect(ledger.page(one)).toEqual([lost(0), lost(1), text(2)]);
});

const turn = (index: number, at: number, costUsd: number | null): ResultItem => ({
  index,
  key: `result:${index}`,
  at,
  truncated: false,
  kind: 'result',
  outcome: 'done',
  reason: null,
  text: null,
  apiErrorStatus: null,
  costUsd,
  totalCostUsd: null,
  tokens: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
  durationMs: 1,
  modelTurns: 1,
});

it('adds up what turns cost, by local day and session, for a week; a fork’s copies of earlier turns are not paid twice', () => {
  const ledger = open();
  const day = (date: number, hour = 12): number => new Date(2026, 2, date, hour).getTime();
  const first = [turn(0, day(9), 1), turn(1, day(10, 23), 2), turn(2, day(11, 0), 4), turn(3, day(11), null)];
  ledger.write(
    one,
    [...first, turn(4, day(4, 23), 100)].map((item) => ({ item })),
  );
  ledger.write(
    two,
    [...first, turn(4, day(11, 13), 8)].map((item) => ({ item })),
  );
  expect(ledger.costs(day(11, 18))).toEqual([
    {
      day: '2026-03-11',
      usd: 12,
      sessions: [
        { id: two, usd: 8 },
        { id: one, usd: 4 },
      ],
    },
    { day: '2026-03-10', usd: 2, sessions: [{ id: one, usd: 2 }] },
    { day: '2026-03-09', usd: 1, sessions: [{ id: one, usd: 1 }] },
  ]);
});

/** As they were in the version before. */
const decisionColumns = `id INTEGER PRIMARY KEY AUTOINCREMENT, ask_id TEXT NOT NULL, session_id TEXT NOT NULL, kind TEXT NOT NULL,
  tool TEXT NOT NULL, summary TEXT NOT NULL, surface TEXT NOT NULL, decision TEXT NOT NULL, reason TEXT, scope TEXT,
  edited INTEGER NOT NULL, asked_at REAL NOT NULL, decided_at REAL NOT NULL, waited_ms REAL NOT NULL, json TEXT NOT NULL`;

const step = (index: number, parentToolUseId: string | null): TextItem => ({ ...text(index), parentToolUseId });
const call = (index: number, toolUseId: string, parentToolUseId: string | null = null): ToolItem => ({
  index,
  key: `tool:${toolUseId}`,
  at: 1,
  truncated: false,
  kind: 'tool',
  toolUseId,
  parentToolUseId,
  name: 'Agent',
  input: {},
  status: 'running',
  progress: null,
  result: null,
});

it('knows where the steps of each subagent are, on disk or not yet, also when they took turns', () => {
  const ledger = open({ flushMs: 60_000 });
  ledger.write(
    one,
    [call(0, 'a'), call(1, 'b', 'a'), step(2, 'a'), step(3, 'b')].map((item) => ({ item })),
  );
  ledger.write(two, [{ item: step(0, 'a') }]);
  ledger.flush();
  ledger.write(
    one,
    [step(4, 'b'), step(5, 'a'), text(6)].map((item) => ({ item })),
  );
  expect(['a', 'b', 'none'].map((toolUseId) => ledger.steps(one, toolUseId))).toEqual([
    { call: 0, parentToolUseId: null, indexes: [1, 2, 5] },
    { call: 1, parentToolUseId: 'a', indexes: [3, 4] },
    { call: null, parentToolUseId: null, indexes: [] },
  ]);
});

it('finds the steps in a file from before they were looked for, and does so by an index', () => {
  const older = new DatabaseSync(file);
  older.exec(`CREATE TABLE transcript (session_id TEXT NOT NULL, idx INTEGER NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL,
    at REAL NOT NULL, json TEXT NOT NULL, full_json TEXT, PRIMARY KEY (session_id, idx)) STRICT;
    CREATE TABLE decisions (${decisionColumns}) STRICT;
    CREATE INDEX transcript_results ON transcript (at) WHERE kind = 'result'; PRAGMA user_version = 2;`);
  const put = older.prepare('INSERT INTO transcript (session_id, idx, key, kind, at, json) VALUES (?, ?, ?, ?, 1, ?)');
  for (const item of [call(0, 'a'), text(1, '"parentToolUseId":"a"'), step(2, 'a')])
    put.run(one, item.index, item.key, item.kind, JSON.stringify(item));
  put.run(one, 3, 'text:3', 'text', '{"parentToolUseId":"a", not JSON');
  older.close();
  expect(open().steps(one, 'a')).toEqual({ call: 0, parentToolUseId: null, indexes: [2] });
  expect(onDisk(`EXPLAIN QUERY PLAN SELECT idx FROM transcript WHERE session_id = 'one' AND parent = 'a' ORDER BY idx`)).toMatchObject([
    { detail: expect.stringContaining('transcript_steps') },
  ]);
});
