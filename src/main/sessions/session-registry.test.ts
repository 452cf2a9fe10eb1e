import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anAsk } from '../../../test/an-ask';
import { memoryDesk, memoryStorage } from '../../../test/memory-desk';
import { memoryRuns } from '../../../test/memory-run';
import { noTools } from '../../../test/no-tools';
import { until } from '../../../test/until';
import { SessionId } from '../../shared/ids';
import { InteractionId } from '../../shared/interaction';
import type { NewSession } from '../../shared/session';
import type { TranscriptItem } from '../../shared/transcript';
import { Log } from '../base/log';
import { runVariable } from '../claude/launch-plan';
import { Ledger } from '../ledger/ledger';
import { SessionRegistry } from './session-registry';
import { SessionStore } from './session-store';
import type { StoredSession } from './stored-session';

let box: string;
let ledger: Ledger;
beforeEach(() => {
  box = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'signalbox-registry-')));
  ledger = new Ledger({ folder: box });
});
afterEach(() => {
  for (const child of marked.splice(0)) child.kill('SIGKILL');
  ledger.close();
  rmSync(box, { recursive: true, force: true });
});

const marked: ChildProcess[] = [];
/** A command that carries the mark of a run. */
async function startMarked(runId: string): Promise<number> {
  const child = spawn('/bin/sh', ['-c', 'echo ready; exec cat'], { env: { [runVariable]: runId }, stdio: ['pipe', 'pipe', 'ignore'] });
  marked.push(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child.pid ?? 0;
}

const id = (text: string): SessionId => SessionId.parse(text);
const folder = (name: string): string => {
  const made = path.join(box, name);
  mkdirSync(made, { recursive: true });
  return made;
};
const stored = (name: string): StoredSession => ({
  id: id(name),
  title: name,
  named: false,
  folder: box,
  demo: false,
  trusted: true,
  interactive: true,
  model: null,
  mode: 'default',
  permissions: { lasting: 'ask', allUntil: null },
  conversation: { state: 'kept', id: `conversation of ${name}` },
  opening: null,
  queued: null,
  offered: null,
});

const pictures = { addNow: () => assert.fail(), toBase64: () => assert.fail() };

/** A life of the app: the same files each time, with new runs. */
function open({
  sessions = [],
  desk = memoryDesk(),
  ...more
}: {
  sessions?: readonly string[];
  active?: string;
  runs?: string[];
  desk?: ReturnType<typeof memoryDesk>;
} = {}) {
  const store = new SessionStore(box, pictures);
  if (sessions.length > 0) store.update({ sessions: sessions.map(stored), active: id(more.active ?? sessions[0] ?? '') });
  if (more.runs) store.update({ runs: more.runs });
  const { runs, startRun } = memoryRuns();
  const diskAtStart: SessionStore['value'][] = [];
  const registry = new SessionRegistry({
    store,
    ledger,
    pictures,
    desk,
    demoFolder: path.join(box, 'demo'),
    claudeFolder: () => path.join(box, 'claude'),
    backupFolder: path.join(box, 'backups'),
    forgetRules: () => undefined,
    closeTerminals: async () => undefined,
    claude: async () => ({ command: '/opt/claude' }),
    startRun: (...started) => {
      diskAtStart.push(onDisk());
      return startRun(...started);
    },
    env: {},
    log: new Log({ folder: '/dev/null/logs' }),
    now: () => 0,
    transcript: () => undefined,
    tools: noTools,
    catalog: { keepModels: () => undefined, keepCommands: () => undefined, commandsIn: () => [], unsupportedBy: () => new Set() },
  });
  return { registry, runs, diskAtStart };
}

/** Writes a conversation to the CLI's own files, and returns its id. */
function keepConversation(): string {
  const sessionId = randomUUID();
  const project = path.join(box, 'claude', 'projects', box.replaceAll(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(project, { recursive: true });
  const line = { type: 'user', uuid: 'a', parentUuid: null, cwd: box, sessionId, message: { role: 'user', content: 'hello' } };
  writeFileSync(path.join(project, `${sessionId}.jsonl`), `${JSON.stringify(line)}\n`);
  return sessionId;
}

const wanted = (change: Partial<NewSession> = {}): NewSession => ({
  folder: box,
  message: null,
  model: null,
  planFirst: false,
  trust: null,
  demo: false,
  ...change,
});
const order = (registry: SessionRegistry): string[] => registry.list.sessions.map((session) => session.id);
const onDisk = () => new SessionStore(box, pictures).value;
const place = (index: number, kind: string) => ({ index, key: `${kind}:${index}`, at: 0, truncated: false });
const said = (index: number, text: string): TranscriptItem => ({
  ...place(index, 'user'),
  kind: 'user',
  uuid: `${index}`,
  text,
  images: [],
  state: 'sent',
});
/** In memory everything that can happen by itself has happened after one turn of the event loop. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('a request of an MCP server does not outlive the app, and the transcript says so', () => {
  const interaction = {
    id: InteractionId.parse('i'),
    origin: { by: 'server', server: 'things' },
    prompt: 'Your name?',
    error: null,
    presentation: 'tool',
    approvalScopes: [],
    step: 0,
    survivesRestart: false,
  } as const;
  const asked = anAsk('elicitation-i', { sessionId: id('one'), kind: 'form', interaction: { ...interaction, approvalScopes: [] } });
  const other = anAsk('toolu_1', { sessionId: id('one') });
  const record = { input: {}, folder: box, state: { status: 'waiting' } } as const;
  const desk = memoryDesk({
    store: memoryStorage([
      { ...record, ask: asked },
      { ...record, ask: other },
    ]),
  });
  const { registry } = open({ sessions: ['one'], desk });
  registry.forgetLostAsks();
  expect(desk.list.map(({ toolUseId }) => toolUseId)).toEqual(['toolu_1']);
  expect(desk.outcomes).toMatchObject([{ end: 'withdrawn', decided: null }]);
  registry.finalizeTranscript(id('one'));
  expect(ledger.page(id('one'), { limit: 10 })).toMatchObject([
    { kind: 'note', note: { what: 'info', text: 'things no longer waits for an answer.' } },
  ]);
});

describe('sessions', () => {
  it('come back in their order, with the active one, and none of them starts a run', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `tab ${i}`);
    const { registry, runs } = open({ sessions: names, active: 'tab 7' });
    await settled();
    expect(order(registry)).toEqual(names);
    expect(registry.list.active).toBe('tab 7');
    expect(registry.list.sessions.every(({ state }) => state === 'stopped')).toBe(true);
    expect(runs).toEqual([]);
  });

  it('are created last in the row and in front, on disk before their run starts', async () => {
    const { registry, runs, diskAtStart } = open({ sessions: ['one'] });
    const created = await registry.create(wanted({ message: { text: 'Fix it', images: [] }, model: 'opus', planFirst: true }));
    await until(() => expect(runs).toHaveLength(1));
    expect(runs[0]?.plan.args).toContain('--permission-mode=plan');
    expect(diskAtStart[0]?.sessions.at(-1)).toMatchObject({
      id: created,
      title: 'Fix it',
      model: 'opus',
      mode: 'plan',
      opening: { text: 'Fix it' },
    });
    expect([order(registry), registry.list.active, onDisk().active]).toEqual([['one', created], created, created]);
  });

  it('start a run when they are created without a message, too', async () => {
    const { registry, runs } = open();
    await registry.create(wanted());
    await until(() => expect(runs).toHaveLength(1));
    expect(registry.list.sessions[0]?.title).toBe(path.basename(box));
  });

  it('need a folder that is there', async () => {
    const { registry } = open();
    await expect(registry.create(wanted({ folder: path.join(box, 'missing') }))).rejects.toMatchObject({ code: 'folder-missing' });
    expect(registry.list.sessions).toEqual([]);
  });

  it('of the demo work in a folder of their own, and trust it', async () => {
    const { registry } = open();
    const created = await registry.create(wanted({ folder: '/nowhere', demo: true }));
    expect(registry.list.sessions[0]).toMatchObject({ title: 'Demo', folder: path.join(box, 'demo', created), trusted: true, demo: true });
    expect(onDisk().trusted).toEqual([]);
  });

  it('are brought to the front, and the disk knows', async () => {
    const { registry } = open({ sessions: ['one', 'two'] });
    registry.activate(id('two'));
    expect(registry.list.active).toBe('two');
    await until(() => expect(onDisk().active).toBe('two'));
    expect(() => registry.activate(id('none'))).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  it('are put in another order; ids nobody knows are ignored, and those not named come after, as they were', () => {
    const { registry } = open({ sessions: ['one', 'two', 'three', 'four'] });
    registry.reorder([id('three'), id('unknown'), id('one'), id('three')]);
    const expected = ['three', 'one', 'two', 'four'];
    expect(order(registry)).toEqual(expected);
    expect(onDisk().sessions.map((session) => session.id)).toEqual(expected);
  });

  it('tell everyone when any of them changes', async () => {
    const { registry } = open({ sessions: ['one'] });
    const changed = vi.fn();
    registry.onChange(changed);
    await registry.get(id('one')).rename('Better');
    expect(changed).toHaveBeenCalled();
    expect(onDisk().sessions[0]).toMatchObject({ title: 'Better', named: true });
  });
});

describe('closing', () => {
  it('stops the run, keeps the record among the closed ones, and brings another to the front', async () => {
    const { registry, runs } = open({ sessions: ['one', 'two', 'three'], active: 'two' });
    registry.get(id('two')).ensureRun();
    await until(() => expect(runs).toHaveLength(1));
    await registry.close(id('two'));
    expect(runs[0]?.stops).toEqual([false]);
    expect([order(registry), registry.list.active]).toEqual([['one', 'three'], 'three']);
    expect(onDisk()).toMatchObject({ sessions: [{ id: 'one' }, { id: 'three' }], closed: [{ id: 'two' }], active: 'three' });
    expect(() => registry.get(id('two'))).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  it('leaves the front alone when another was there, and empty after the last', async () => {
    const { registry } = open({ sessions: ['one', 'two'], active: 'one' });
    await registry.close(id('two'));
    expect(registry.list.active).toBe('one');
    await registry.close(id('one'));
    expect(registry.list).toEqual({ sessions: [], active: null, closed: 2 });
  });

  it('remembers the latest twenty; the transcript of one that is forgotten goes with it', async () => {
    const names = Array.from({ length: 21 }, (_, i) => `tab ${i}`);
    const { registry } = open({ sessions: names });
    for (const name of names) ledger.write(id(name), [{ item: said(0, name) }]);
    for (const name of names) await registry.close(id(name));
    expect(onDisk().closed.map((session) => session.id)).toEqual(names.slice(1));
    expect([ledger.count(id('tab 0')), ledger.count(id('tab 1'))]).toEqual([0, 1]);
  });

  it('can be undone: the one closed last, or the one that is named, comes back to the front as it was', async () => {
    const { registry } = open({ sessions: ['one', 'two', 'three'], active: 'three' });
    for (const name of ['one', 'two']) await registry.close(id(name));
    expect(registry.reopen(id('one'))).toBe('one');
    expect(registry.reopen(null)).toBe('two');
    expect([order(registry), registry.list.active, registry.list.closed]).toEqual([['three', 'one', 'two'], 'two', 0]);
    expect(registry.get(id('two')).record).toEqual(stored('two'));
    expect(() => registry.reopen(null)).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  it('cannot be undone into a second session for a conversation that was opened again: that one comes to the front', async () => {
    const { registry } = open({ sessions: ['one', 'two'] });
    const cliSessionId = keepConversation();
    const before = await registry.openPast(box, cliSessionId, false, null);
    for (const closed of [id('two'), before]) await registry.close(closed);
    const again = await registry.openPast(box, cliSessionId, false, null);
    registry.activate(id('one'));
    expect(registry.reopen(before)).toBe(again);
    expect([order(registry), registry.list.active]).toEqual([['one', again], again]);
    expect(registry.reopen(null)).toBe('two');
    await registry.close(again);
    expect(registry.reopen(before)).toBe(before);
  });

  it('can be undone as soon as it is gone from the list', async () => {
    const { registry } = open({ sessions: ['one', 'two', 'three'], active: 'three' });
    await registry.close(id('one'));
    const closed = registry.close(id('two'));
    while (order(registry).includes('two')) await Promise.resolve();
    expect(registry.reopen(null)).toBe('two');
    await closed;
    expect([order(registry), registry.list.closed]).toEqual([['three', 'two'], 1]);
  });

  it('twice at once closes once', async () => {
    const { registry } = open({ sessions: ['one', 'two'] });
    registry.get(id('one')).ensureRun();
    await Promise.all([registry.close(id('one')), registry.close(id('one'))]);
    expect(onDisk().closed.map((session) => session.id)).toEqual(['one']);
  });

  it('leaves no run of a session that was being restarted', async () => {
    const { registry, runs } = open({ sessions: ['one'] });
    const session = registry.get(id('one'));
    session.ensureRun();
    await until(() => expect(runs).toHaveLength(1));
    await Promise.all([session.restart(), registry.close(id('one'))]);
    await settled();
    expect([session.summary.state, runs.length]).toEqual(['stopped', 1]);
  });

  it('leaves no run when the app quits', async () => {
    const { registry, runs } = open({ sessions: ['one', 'two', 'three'] });
    registry.get(id('one')).ensureRun();
    await until(() => expect(runs).toHaveLength(1));
    // This one is still being started.
    registry.get(id('three')).ensureRun();
    await registry.stopAll();
    await settled();
    expect(registry.list.sessions.map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopped']);
    expect(runs.map(({ stops }) => stops)).toEqual([[false]]);
    // A person waits: less than the usual time.
    expect(runs.map(({ graces }) => graces)).toEqual([[2_000]]);
  });
});

it('opens a past session once, also when it is asked for twice at the same moment', async () => {
  const { registry } = open();
  const cliSessionId = keepConversation();
  const [one, two] = await Promise.all([1, 2].map(() => registry.openPast(box, cliSessionId, false, null)));
  expect([one, order(registry)]).toEqual([two, [one]]);
});

describe('trust', () => {
  it('is asked for once: a yes is remembered by real path, for subfolders too, and over a restart', async () => {
    const real = folder('project');
    folder('project/src');
    symlinkSync(real, path.join(box, 'link'));
    const { registry } = open();
    expect(await registry.folders.inspect(path.join(box, 'link'))).toEqual({ real, trusted: false, wouldRun: [], repository: null });
    const created = await registry.create(wanted({ folder: path.join(box, 'link'), trust: true }));
    expect(registry.get(created).record).toMatchObject({ folder: real, trusted: true });
    expect(onDisk().trusted).toEqual([real]);

    const later = open().registry;
    expect((await later.folders.inspect(path.join(real, 'src'))).trusted).toBe(true);
    const below = await later.create(wanted({ folder: path.join(real, 'src') }));
    expect(later.get(below).record.trusted).toBe(true);
    expect((await later.folders.inspect(box)).trusted).toBe(false);
  });

  it('that was refused or not asked for holds for this session only, and its run starts without the folder’s settings', async () => {
    const { registry, runs } = open();
    for (const trust of [false, null]) {
      const created = await registry.create(wanted({ trust }));
      expect(registry.get(created).record.trusted).toBe(false);
    }
    expect(onDisk().trusted).toEqual([]);
    await until(() => expect(runs).toHaveLength(2));
    for (const { plan } of runs) expect(plan.args).toEqual(expect.arrayContaining(['--setting-sources=user', '--strict-mcp-config']));
  });
});

describe('what an earlier life of the app did not see end', () => {
  const speech = { ...place(0, 'text'), kind: 'text', parentToolUseId: null, messageId: 'm', text: 'I wi' } as const;
  const call = {
    ...place(1, 'tool'),
    kind: 'tool',
    toolUseId: 'toolu_1',
    parentToolUseId: null,
    name: 'Write',
    input: { file: 'x' },
    progress: null,
    result: null,
  } as const;
  const long = { ...call, input: { file: 'x', content: 'y'.repeat(100_000) } };

  it('does not seem to go on once its transcript is to be shown, and is still whole', () => {
    const { registry } = open({ sessions: ['one'] });
    ledger.write(id('one'), [
      { item: { ...speech, state: 'streaming' } },
      { item: { ...call, truncated: true, status: 'running' }, full: { ...long, status: 'running' } },
      { item: said(2, 'hello') },
    ]);
    registry.finalizeTranscript(id('one'));
    expect(ledger.page(id('one'))).toEqual([
      { ...speech, state: 'cut' },
      expect.objectContaining({ status: 'interrupted', truncated: true }),
      said(2, 'hello'),
    ]);
    expect(ledger.item(id('one'), 1)).toEqual({ ...long, status: 'interrupted' });
  });

  it('still gets its result from a run that resumes', async () => {
    const { registry, runs } = open({ sessions: ['one'] });
    ledger.write(id('one'), [{ item: { ...speech, state: 'done' } }, { item: { ...call, status: 'running' } }]);
    registry.finalizeTranscript(id('one'));
    registry.get(id('one')).ensureRun();
    await until(() => expect(runs).toHaveLength(1));
    runs[0]?.toolResult('toolu_1', 'Too late.');
    expect(ledger.item(id('one'), 1)).toMatchObject({ status: 'error', result: { text: 'Too late.' } });
  });

  it('is left alone where a run goes on with it', async () => {
    const { registry, runs } = open({ sessions: ['one'] });
    registry.get(id('one')).ensureRun();
    await until(() => expect(runs).toHaveLength(1));
    runs[0]?.ask('request-1', 'toolu_2');
    registry.finalizeTranscript(id('one'));
    expect(ledger.page(id('one'))).toMatchObject([{ toolUseId: 'toolu_2', status: 'running' }]);
  });

  it('is nothing where the session is closed', () => {
    const { registry } = open();
    registry.finalizeTranscript(id('closed'));
    expect(ledger.count(id('closed'))).toBe(0);
  });
});

describe('a fork', () => {
  it('has the transcript so far, whole, and goes its own way in the CLI', async () => {
    const { registry, runs } = open({ sessions: ['one'] });
    const long = { ...said(1, 'long'), truncated: true };
    ledger.write(id('one'), [{ item: said(0, 'hello') }, { item: long, full: said(1, 'long, and longer') }]);
    const forked = registry.fork(id('one'));
    expect(ledger.page(forked)).toEqual([said(0, 'hello'), long]);
    expect(ledger.item(forked, 1)).toEqual(said(1, 'long, and longer'));
    expect(registry.get(forked).record).toMatchObject({
      title: 'one (fork)',
      conversation: { state: 'fork', from: 'conversation of one' },
    });
    expect([order(registry), registry.list.active]).toEqual([['one', forked], forked]);
    expect(runs).toEqual([]);

    ledger.write(forked, [{ item: said(2, 'only here') }]);
    expect(ledger.count(id('one'))).toBe(2);
    registry.get(forked).ensureRun();
    await until(() => expect(runs[0]?.plan.args).toEqual(expect.arrayContaining(['--resume=conversation of one', '--fork-session'])));
  });

  it('of a session at work has nothing in it that seems to go on', () => {
    const { registry } = open({ sessions: ['one'] });
    const speech = {
      index: 0,
      key: 'text:0',
      at: 0,
      truncated: false,
      parentToolUseId: null,
      kind: 'text',
      messageId: 'm',
      text: 'I',
    } as const;
    ledger.write(id('one'), [{ item: { ...speech, state: 'streaming' } }]);
    expect(ledger.page(registry.fork(id('one')))).toEqual([{ ...speech, state: 'cut' }]);
  });

  it('copies a transcript of any length', () => {
    const { registry } = open({ sessions: ['one'] });
    const items = Array.from({ length: 1_203 }, (_, i) => said(i, `${i}`));
    ledger.write(
      id('one'),
      items.map((item) => ({ item })),
    );
    expect(ledger.page(registry.fork(id('one')), { limit: 2_000 })).toEqual(items);
  });

  it('takes over nothing that is queued or offered', () => {
    const store = new SessionStore(box, pictures);
    store.update({ sessions: [{ ...stored('one'), queued: { text: 'later', images: [] }, offered: { text: 'earlier', images: [] } }] });
    const { registry } = open();
    expect(registry.get(registry.fork(id('one'))).record).toMatchObject({ opening: null, queued: null, offered: null });
  });
});

describe('what outlived its run', () => {
  it.runIf(process.platform === 'linux')('is told only of runs of earlier lives of the app', async () => {
    const [earlier, foreign] = [randomUUID(), randomUUID()];
    const { registry, runs } = open({ sessions: ['one'], runs: [earlier] });
    registry.get(id('one')).ensureRun();
    await until(() => expect(runs).toHaveLength(1));
    const current = runs[0]?.id ?? '';
    const [left = 0] = await Promise.all([earlier, foreign, current].map(startMarked));
    const told = registry.runs.outlived().filter(({ runId }) => [earlier, foreign, current].includes(runId));
    expect(told).toMatchObject([{ pid: left, runId: earlier }]);
    expect(await registry.runs.end(left, earlier)).toBe(true);
    expect(registry.runs.outlived().filter(({ runId }) => runId === earlier)).toEqual([]);
  });

  it('is not ended on behalf of a run of this life, or of nobody’s', async () => {
    const { registry, runs } = open({ sessions: ['one'] });
    registry.get(id('one')).ensureRun();
    await until(() => expect(runs).toHaveLength(1));
    const current = runs[0]?.id ?? '';
    const pid = await startMarked(current);
    expect(await registry.runs.end(pid, current)).toBe(false);
    expect(process.kill(pid, 0)).toBe(true);
  });

  it('can be known after a crash: a run is on disk before it starts', async () => {
    const { registry, runs, diskAtStart } = open({ sessions: ['one'], runs: ['earlier'] });
    registry.get(id('one')).ensureRun();
    await until(() => expect(runs).toHaveLength(1));
    expect(diskAtStart[0]?.runs).toEqual(['earlier', runs[0]?.id]);
  });
});

describe('unread', () => {
  const unread = (registry: SessionRegistry): string[] => registry.list.sessions.filter((one) => one.unread).map((one) => one.id);
  function first<T>([one]: readonly T[]): T {
    if (one === undefined) throw new Error('There is none yet.');
    return one;
  }
  /** A whole turn of the second session. */
  async function turnOfTwo(active: string): Promise<SessionRegistry> {
    const { registry, runs } = open({ sessions: ['one', 'two'], active });
    const state = (wanted: string) => until(() => expect(registry.list.sessions[1]?.state).toBe(wanted));
    registry.get(id('two')).send({ text: 'hello', images: [] });
    const run = await until(() => first(runs));
    await until(() => run.reply('initialize'));
    await state('working');
    expect(unread(registry)).toEqual([]);
    run.turn();
    await state('idle');
    return registry;
  }

  it('is a session whose turn ended behind another, until it comes to the front, also in the next life of the app', async () => {
    expect(unread(await turnOfTwo('one'))).toEqual(['two']);
    await until(() => expect(onDisk().unread).toEqual(['two']));
    const { registry: next } = open();
    expect(unread(next)).toEqual(['two']);
    next.activate(id('two'));
    expect(unread(next)).toEqual([]);
    await until(() => expect(onDisk().unread).toEqual([]));
  });

  it('is never the one in front', async () => {
    expect(unread(await turnOfTwo('two'))).toEqual([]);
  });
});
