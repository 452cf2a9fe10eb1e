import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DiskStore } from '../src/main/base/disk-store';
import { Log } from '../src/main/base/log';
import { Core } from '../src/main/core';
import { createHandlers, type DesktopActions } from '../src/main/ipc/handlers';
import type { Send } from '../src/main/ipc/publisher';
import { Router } from '../src/main/ipc/router';
import { Notices } from '../src/main/notices';
import type { Ask } from '../src/shared/ask';
import type { Reply } from '../src/shared/contract';
import type { SessionId } from '../src/shared/ids';
import { type MemoryRun, memoryRuns } from './memory-run';
import { until } from './until';

// The whole path, from a line on a run's stdout to the line on its stdin, with the real peer, session, desk, store, ledger, router
// and handlers. Only the process is a double, and there is no Electron.

const desktop: DesktopActions = {
  info: () => ({ version: '', electron: '', platform: '', dataFolder: '', notices: [] }),
  painted: () => undefined,
  failed: () => undefined,
  openLogs: async () => undefined,
  openDataFolder: async () => undefined,
  openToolFolder: async () => undefined,
  copyDiagnostics: () => undefined,
  copyText: () => undefined,
  showFile: () => undefined,
  openLink: async () => undefined,
  browseFolder: async () => null,
  askInView: () => undefined,
  showAsk: () => undefined,
  hideInbox: () => undefined,
  takeGivenFolder: () => null,
};
const window = { origin: 'app://signalbox', isMainFrame: true };

let userData: string;
let runs: readonly MemoryRun[];
let core: Core;
let router: Router;
let session: SessionId;
let events: string[];
let notices: Notices;

function openApp(): void {
  const memory = memoryRuns();
  runs = memory.runs;
  const log = new Log({ folder: path.join(userData, 'logs') });
  events = [];
  notices = new Notices();
  const { startRun } = memory;
  const send: Send = (sent) => void events.push(...sent.map(([name]) => name));
  core = new Core({ userData, env: {}, demoAgent: '', nodePath: process.execPath, log, notices, send, startRun });
  const facts = {
    claudeFacts: () => core.claudeFacts,
    tryRule: core.tryRule.bind(core),
    askedFile: core.askedFile.bind(core),
    continueInTerminal: core.continueInTerminal.bind(core),
  };
  router = new Router(createHandlers({ ...core, ...facts, desktop }), window.origin, log);
}

async function startSession(): Promise<void> {
  openApp();
  session = await core.sessions.create({ folder: '', message: null, model: null, planFirst: false, trust: null, demo: true });
  await until(() => run().reply('initialize'));
  run().init();
  run().state('running');
}

beforeEach(() => {
  userData = mkdtempSync(path.join(os.tmpdir(), 'signalbox-path-'));
  return startSession();
});
afterEach(async () => {
  vi.useRealTimers();
  await core.close();
  rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
});

const run = (): MemoryRun => runs.at(-1) ?? expect.fail('there is no run');
/** Makes the run ask, and waits until asks of the same moment would have arrived. */
const asks = (...request: Parameters<MemoryRun['ask']>): Promise<void> => {
  run().ask(...request);
  return new Promise((resolve) => setImmediate(resolve));
};
const onDisk = (): unknown => JSON.parse(readFileSync(path.join(userData, 'asks.json'), 'utf8')).asks;
const waiting = (): readonly Ask[] => core.desk.list;
const ask = (): Ask => waiting()[0] ?? expect.fail('nothing waits');
const decide = (decision: object, more: object = {}): Promise<Reply> =>
  router.handle(window, 'asks.decide', { id: ask().id, decision, surface: 'dialog', ...more });
const allow = { answer: 'allow' };
const allowed = { behavior: 'allow', updatedInput: { command: 'ls' } };
const code = (reply: Reply): string => (reply.ok ? 'ok' : reply.code);
const rows = () => core.ledger.decisions().map(({ decision, surface, details }) => ({ decision, surface, details }));

it('an ask goes to disk, then to the window; its answer to disk, then to the run; then there is a row in the ledger', async () => {
  await asks('r1', 't1');
  expect(onDisk()).toMatchObject([{ state: { status: 'waiting' }, ask: { tool: 'Bash' } }]);
  await until(() => expect(events).toContain('asks.changed'));
  let diskWhenSent: unknown;
  run().far.onSent(() => {
    diskWhenSent ??= onDisk();
  });
  expect(await decide(allow)).toEqual({ ok: true, value: undefined });
  expect([run().answerTo('r1'), diskWhenSent, rows()]).toMatchObject([
    allowed,
    [{ state: { status: 'decided', decision: allow, surface: 'dialog' } }],
    [{ decision: 'allow', surface: 'dialog' }],
  ]);
  run().toolResult('t1', 'done');
  await until(() => expect(onDisk()).toEqual([]));
});

it('asks of the same moment go to disk with one write, and are told together', async () => {
  const lists: number[] = [];
  core.desk.onChange((list) => lists.push(list.length));
  const writes = vi.spyOn(DiskStore.prototype, 'write');
  run().ask('r1', 't1');
  run().ask('r2', 't2');
  await asks('r3', 't3');
  expect([lists, writes.mock.calls.length, onDisk()]).toMatchObject([[3], 1, [{}, {}, {}]]);
  writes.mockRestore();
});

describe('races', () => {
  it('two clicks at once: one answer, and the other is told who was first', async () => {
    await asks('r1', 't1');
    const id = ask().id;
    const click = (decision: object, surface: string) => router.handle(window, 'asks.decide', { id, decision, surface });
    const replies = await Promise.all([click(allow, 'dialog'), click({ answer: 'deny' }, 'card'), click(allow, 'inbox')]);
    expect(replies.map(code)).toEqual(['ok', 'already-answered', 'already-answered']);
    expect([run().answerTo('r1'), run().far.sent.filter((line) => line.includes('r1')).length]).toEqual([allowed, 1]);
    expect(rows()).toHaveLength(1);
  });

  it.each(['click', 'cancel'])('a click and a cancel together, the %s first: never both', async (first) => {
    await asks('r1', 't1');
    const { id } = ask();
    const cancel = (): void => run().far.push({ type: 'control_cancel_request', request_id: 'r1' });
    if (first === 'cancel') cancel();
    const reply = router.handle(window, 'asks.decide', { id, decision: allow, surface: 'dialog' });
    // Cancels in the same turn of the event loop as the click.
    if (first === 'click') cancel();
    const withdrawn = first === 'cancel';
    expect([code(await reply), run().answerTo('r1') ?? 'nothing']).toMatchObject(withdrawn ? ['ask-gone', 'nothing'] : ['ok', allowed]);
    run().toolResult('t1', 'done');
    expect(waiting()).toEqual([]);
    await until(() => expect(onDisk()).toEqual([]));
    expect(rows()).toMatchObject([{ decision: withdrawn ? 'withdrawn' : 'allow' }]);
  });

  it('an ask that is cancelled in the moment it came: nobody is told, and nothing is left', async () => {
    run().ask('r1', 't1');
    expect(waiting()).toEqual([]);
    run().far.push({ type: 'control_cancel_request', request_id: 'r1' });
    await asks('r2', 't2');
    expect([waiting(), onDisk()]).toMatchObject([[{ toolUseId: 't2' }], [{ ask: { toolUseId: 't2' } }]]);
    expect(rows()).toMatchObject([{ decision: 'withdrawn' }]);
  });

  it('a run that ends in the moment it asks: the ask waits, and says so', async () => {
    run().ask('r1', 't1');
    run().far.end({ exitCode: 1 });
    expect([waiting(), onDisk()]).toMatchObject([[{ note: 'run-ended' }], [{ state: { status: 'orphaned' } }]]);
  });

  it('a run that ends in the moment it asks: the ask is told only with the conversation to go on with', async () => {
    let told: unknown;
    core.desk.onChange((list) => {
      if (list.length > 0) told ??= JSON.parse(readFileSync(path.join(userData, 'sessions.json'), 'utf8')).sessions[0].conversation;
    });
    run().init();
    run().state('running');
    run().ask('r1', 't1');
    run().far.end({ exitCode: 1 });
    expect(told).toMatchObject({ state: 'kept' });
  });

  it('a run that is stopped in the moment it asks: not by the end of its input, which would answer', async () => {
    const stopped = run();
    stopped.ask('r1', 't1');
    await core.sessions.get(session).stop();
    expect([stopped.stops, stopped.requests]).toEqual([[true], ['initialize']]);
  });

  it('a run that ends in the moment it asks what a rule allows: nothing is sent, and the ask waits', async () => {
    await asks('r1', 't1', 'Bash', { command: 'make all' });
    await decide(allow, { remember: draft('make *') });
    run().ask('r2', 't2', 'Bash', { command: 'make test' });
    run().far.end({ exitCode: 1 });
    await asks('r3', 't3');
    expect(run().answerTo('r2')).toBeUndefined();
    expect(waiting()).toMatchObject([
      { toolUseId: 't1', note: 'may-have-run' },
      { toolUseId: 't2', note: 'run-ended' },
    ]);
  });

  it('a run that ends during the answer: the ask stays, says that it may have run, and is not sent again by itself', async () => {
    await asks('r1', 't1');
    run().far.hold();
    const reply = decide(allow);
    run().far.end({ exitCode: 1 });
    expect(code(await reply)).toBe('run-gone');
    expect(waiting()).toMatchObject([{ note: 'may-have-run' }]);
    expect(onDisk()).toMatchObject([{ state: { status: 'orphaned' } }]);
  });

  it('a run that ends before the answer: the answer starts another, which is told that the call was not made', async () => {
    await asks('r1', 't1');
    run().far.end({ exitCode: 1 });
    expect(waiting()).toMatchObject([{ note: 'run-ended' }]);
    const reply = decide(allow);
    await until(() => expect(runs).toHaveLength(2));
    await until(() => run().reply('initialize'));
    expect(code(await reply)).toBe('ok');
    await until(() => expect(run().said).toEqual([expect.stringContaining('was not made')]));
    expect([waiting(), rows()]).toMatchObject([[], [{ decision: 'not-made' }]]);
  });

  it('an app that dies between the answer on disk and the run: the next life asks again, and sends nothing by itself', async () => {
    await asks('r1', 't1');
    run().far.hold();
    void decide(allow);
    const died = readFileSync(path.join(userData, 'asks.json'));
    expect(JSON.parse(died.toString())).toMatchObject({ asks: [{ state: { status: 'decided' } }] });
    const { AskStore } = await import('../src/main/asks/ask-store');
    const { memoryDesk } = await import('./memory-desk');
    const next = memoryDesk({ store: new AskStore(userData) });
    expect(next.list).toMatchObject([{ note: 'may-have-run' }]);
    run().far.flow();
  });

  it.each(['written', 'lost'])(
    'an app that dies when the answer has arrived, its row %s: there is one row, with the answer',
    async (row) => {
      await asks('r1', 't1');
      const { id } = ask();
      run().far.hold();
      const reply = decide(allow);
      const died = readFileSync(path.join(userData, 'asks.json'));
      run().far.flow();
      await reply;
      await core.close();
      writeFileSync(path.join(userData, 'asks.json'), died);
      if (row === 'lost') rmSync(path.join(userData, 'ledger.db'));
      openApp();
      expect(waiting()).toMatchObject([{ note: 'may-have-run' }]);
      core.desk.noteResults([id]);
      expect([waiting(), rows()]).toMatchObject([[], [{ decision: 'allow', surface: 'dialog' }]]);
    },
  );

  it('an answer while another ask is being written: each reaches its own request', async () => {
    await asks('r1', 't1');
    const first = decide(allow);
    await asks('r2', 't2', 'Bash', { command: 'pwd' });
    const second = decide({ answer: 'deny', reason: 'No.' });
    expect([code(await first), code(await second)]).toEqual(['ok', 'ok']);
    expect([run().answerTo('r1'), run().answerTo('r2')]).toEqual([allowed, { behavior: 'deny', message: 'No.' }]);
  });
});

it('a disk that can’t be written is said, asks go on in memory, and are written as soon as the disk allows', async () => {
  const file = path.join(userData, 'asks.json');
  // With a folder in the file's place even root can't write it.
  mkdirSync(path.join(file, 'in the way'), { recursive: true });
  await asks('r1', 't1');
  await asks('r2', 't2');
  expect([waiting().length, notices.list.map(({ id }) => id)]).toEqual([2, ['asks-disk']]);
  expect(code(await decide(allow))).toBe('ok');
  expect(run().answerTo('r1')).toEqual(allowed);
  rmSync(file, { recursive: true });
  await until(() => expect(onDisk()).toMatchObject([{ state: { status: 'waiting' } }, { state: { status: 'decided' } }]));
  expect(notices.list).toEqual([]);
});

describe('answers that are none', () => {
  beforeEach(() => asks('r1', 't1'));
  afterEach(() => {
    expect(run().answerTo('r1')).toBeUndefined();
    expect(waiting()).toHaveLength(1);
  });

  it.each<[string, () => Promise<Reply>, string]>([
    ['of an unknown ask', () => decide(allow, { id: 'nobody/asked' }), 'ask-gone'],
    ['from a surface that is no window’s', () => decide(allow, { surface: 'tray' }), 'bad-request'],
    ['of a shape nobody knows', () => decide({ answer: 'maybe' }), 'bad-request'],
    ['with more than was agreed', () => decide({ ...allow, force: true }), 'bad-request'],
    ['to questions that were not asked', () => decide({ answer: 'answers', answers: { 'Why?': 'Because' } }), 'bad-request'],
    ['with a rule that speaks of something else', () => decide(allow, { remember: draft('make') }), 'no-rule'],
    ['with an input that no JSON can hold', () => decide({ ...allow, input: { command: 1n } }), 'bad-request'],
    ['with an input that holds itself', () => decide({ ...allow, input: endless }), 'bad-request'],
    ['to a call that has changed since it was seen', () => decide(allow, { seen: 'another' }), 'needs-look'],
    ['edited, with a rule for what was asked', () => decide({ ...allow, input: {} }, { remember: draft('ls') }), 'bad-request'],
    ['to be remembered, of a denial', () => decide({ answer: 'deny' }, { remember: 'session' }), 'bad-request'],
    [
      'from another page',
      () => router.handle({ origin: 'https://evil.example', isMainFrame: true }, 'asks.decide', {}),
      'untrusted-sender',
    ],
  ])('%s', async (_, answer, expected) => {
    expect(code(await answer())).toBe(expected);
  });
});
const endless: Record<string, unknown> = {};
endless.again = endless;
const draft = (content: string) => ({ tool: 'Bash', content, scope: 'session', inClaude: false });

it('refuses a call that is nested too deep to be checked, says why to Claude and the log, and goes on', async () => {
  const input: Record<string, unknown> = JSON.parse(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`);
  await asks('r1', 't1', 'mcp__db__query', input);
  const reason = 'The input is nested more than 200 levels deep, so nobody could check it.';
  expect(run().far.sent.filter((line) => line.includes('"r1"'))).toEqual([expect.stringContaining(reason)]);
  expect(readFileSync(path.join(userData, 'logs', 'signalbox.log'), 'utf8')).toContain(reason);
  await asks('r2', 't2');
  expect(waiting()).toMatchObject([{ toolUseId: 't2' }]);
});

it('times that ran out while the machine slept have run out when it wakes', async () => {
  await core.close();
  vi.useFakeTimers({ toFake: ['Date'] });
  await startSession();
  core.settings.change({ timeouts: { permission: { minutes: 5, policy: 'deny' } } });
  await asks('r1', 't1');
  core.sessions.get(session).setPermissions({ mode: 'all', minutes: 30 });
  await asks('r2', 't2', 'Bash', { command: 'rm -rf build' });
  expect([run().answerTo('r1'), waiting()]).toMatchObject([allowed, [{ toolUseId: 't2' }]]);
  vi.setSystemTime(Date.now() + 60 * 60_000);
  core.wake();
  expect(core.sessions.get(session).record.permissions).toEqual({ lasting: 'ask', allUntil: null });
  expect(core.ledger.page(session, { limit: 1 })).toMatchObject([{ note: { what: 'permission-mode', mode: 'ask', ended: 'time' } }]);
  await until(() => expect(run().answerTo('r2')).toEqual({ behavior: 'deny', message: 'Nobody answered within 5 minutes.' }));
});

it('an ask whose limit is lifted while it waits is not denied when its time comes', async () => {
  core.settings.change({ timeouts: { permission: { minutes: 5, policy: 'deny' } } });
  await asks('r1', 't1');
  expect(ask().expiresAt).not.toBeNull();
  core.settings.change({ timeouts: { permission: { minutes: null } } });
  expect([ask().expiresAt, onDisk()]).toMatchObject([null, [{ ask: { expiresAt: null } }]]);
});

it('the whole of a big call is to be had after a restart, however much was said since it was put off', async () => {
  core.settings.change({ timeouts: { permission: { minutes: 5, policy: 'late' } } });
  const input = { file_path: '/project/a', content: 'long '.repeat(20_000) };
  await asks('r1', 't1', 'Write', input);
  const { id } = ask();
  await core.desk.expire(id);
  for (let i = 0; i < 300; i++)
    run().far.push({ type: 'assistant', message: { id: `m${i}`, content: [{ type: 'text', text: `Line ${i}` }] } });
  await core.close();
  openApp();
  expect(await router.handle(window, 'asks.input', { id })).toEqual({ ok: true, value: input });
});

it('a late answer is told when and where it was answered', async () => {
  await asks('r1', 't1');
  const { id } = ask();
  await decide(allow);
  const late = await router.handle(window, 'asks.decide', { id, decision: { answer: 'deny' }, surface: 'card' });
  expect(late).toMatchObject({
    ok: false,
    code: 'already-answered',
    message: expect.stringMatching(/^Already answered in the dialog, \d+ s ago\.$/),
  });
  expect(run().answerTo('r1')).toEqual(allowed);
});

it('a rule that is made with an answer also answers what else waits, in other sessions only as far as it reaches', async () => {
  await asks('r1', 't1', 'Bash', { command: 'make all' });
  await asks('r2', 't2', 'Bash', { command: 'make test' });
  const reply = await decide(allow, { remember: draft('make *') });
  expect(code(reply)).toBe('ok');
  expect([run().answerTo('r1'), run().answerTo('r2'), waiting()]).toMatchObject([{ behavior: 'allow' }, { behavior: 'allow' }, []]);
  expect(rows().map(({ surface }) => surface)).toEqual(['rule', 'dialog']);
  expect(core.rules.list).toMatchObject([{ tool: 'Bash', content: 'make *', scope: { kind: 'session', sessionId: session } }]);
});

it('a rule goes into the file of Claude’s that was named, also where a link in the folder leads elsewhere', async () => {
  const elsewhere = path.join(userData, 'elsewhere');
  mkdirSync(elsewhere);
  const { folder } = core.sessions.get(session).record;
  symlinkSync(elsewhere, path.join(folder, '.claude'));
  symlinkSync('not-there-yet.json', path.join(elsewhere, 'settings.local.json'));
  await asks('r1', 't1', 'Bash', { command: 'make all' });
  const { claudeFiles } = core.rules.offer(core.desk.asked(ask().id));
  expect(claudeFiles.folder).toBe(path.join(elsewhere, 'not-there-yet.json'));
  expect(code(await decide(allow, { remember: { ...draft('make all'), scope: 'folder', inClaude: true } }))).toBe('ok');
  expect(JSON.parse(readFileSync(claudeFiles.folder, 'utf8'))).toEqual({ permissions: { allow: ['Bash(make all)'] } });
  expect(readdirSync(elsewhere).map((name) => [name, lstatSync(path.join(elsewhere, name)).isSymbolicLink()])).toEqual([
    ['not-there-yet.json', false],
    ['settings.local.json', true],
  ]);
});

describe('asks of a session that is closed', () => {
  it('are in the ledger as not made, with the folder they were for', async () => {
    await asks('r1', 't1');
    const { folder } = core.sessions.get(session).record;
    await core.sessions.close(session);
    expect([waiting(), rows()]).toMatchObject([[], [{ decision: 'not-made', details: { folder } }]]);
  });

  it('don’t keep the app from starting when it died before they were off the disk', async () => {
    await asks('r1', 't1');
    const died = readFileSync(path.join(userData, 'asks.json'));
    await core.sessions.close(session);
    await core.close();
    writeFileSync(path.join(userData, 'asks.json'), died);
    openApp();
    expect(waiting()).toEqual([]);
  });
});

it('a call that may have run is allowed by nothing but a person also when it comes back with a session that was closed', async () => {
  await asks('r1', 't1', 'Bash', { command: 'make all' });
  await decide(allow, { remember: { ...draft('make *'), scope: 'everywhere' } });
  run().far.end({ exitCode: 1 });
  expect(waiting()).toMatchObject([{ toolUseId: 't1', note: 'may-have-run' }]);
  await core.sessions.close(session);
  core.sessions.reopen(session);
  const earlier = runs.length;
  core.sessions.get(session).ensureRun();
  await until(() => expect(runs.length).toBeGreaterThan(earlier));
  await until(() => run().reply('initialize'));
  // The CLI was told to ask about it when it is resumed, and does so each time.
  await asks('r2', 't1', 'Bash', { command: 'make all' });
  expect([run().answerTo('r2'), waiting()]).toMatchObject([undefined, [{ toolUseId: 't1', note: 'may-have-run' }]]);
});

it('a call that was allowed while asks could not be written is allowed by nothing but a person when it comes back', async () => {
  await asks('r1', 't1', 'Bash', { command: 'make all' });
  const stale = readFileSync(path.join(userData, 'asks.json'));
  await decide(allow, { remember: { ...draft('make *'), scope: 'everywhere' } });
  await core.close();
  // Puts an older asks.json back, as a full disk or the use of a backup would.
  writeFileSync(path.join(userData, 'asks.json'), stale);
  openApp();
  core.sessions.get(session).ensureRun();
  await until(() => run().reply('initialize'));
  await asks('r2', 't1', 'Bash', { command: 'make all' });
  expect([run().answerTo('r2'), waiting()]).toMatchObject([undefined, [{ toolUseId: 't1', note: 'may-have-run' }]]);
});

it('asks and drafts stay on disk for the next start when the list of sessions can’t be read at this one', async () => {
  await asks('r1', 't1');
  core.drafts.setText(session, 'Then');
  const image = { mediaType: 'image/png', hash: 'a'.repeat(64) } as const;
  await core.drafts.setImages(session, [image]);
  await core.close();
  const sessions = path.join(userData, 'sessions.json');
  rmSync(`${sessions}.bak`);
  renameSync(sessions, `${sessions}.good`);
  // Nobody can read a directory as a file, not even root.
  mkdirSync(sessions);
  openApp();
  core.startDeferredWork();
  expect([waiting(), rows()]).toEqual([[], []]);
  await core.close();
  rmSync(sessions, { recursive: true });
  renameSync(`${sessions}.good`, sessions);
  openApp();
  expect([waiting(), rows()]).toMatchObject([[{ toolUseId: 't1' }], []]);
  expect(await core.drafts.get(session)).toEqual({ text: 'Then', images: [image] });
});

it('a part that can’t be closed keeps no other from it, and is named', async () => {
  await asks('r1', 't1');
  core.drafts.setText(session, 'Then');
  const late = vi.spyOn(core.ledger, 'close').mockImplementationOnce(() => {
    throw new Error('the disk is gone');
  });
  vi.spyOn(core.terminals, 'closeAll').mockRejectedValueOnce(new Error('stuck'));
  await expect(core.close()).rejects.toThrow('Could not close terminals (stuck), ledger (the disk is gone).');
  expect([late.mock.calls.length, core.sessions.get(session).summary.pid]).toEqual([1, null]);
  // What failed is closed now, or the next life could not open it.
  core.ledger.close();
  openApp();
  expect([waiting(), (await core.drafts.get(session)).text]).toMatchObject([[{ toolUseId: 't1' }], 'Then']);
});

/** The CLI's own transcript of the session. */
const conversation = '11111111-1111-4111-8111-111111111111';
function cliTranscript(...lines: object[]): void {
  const { folder } = core.sessions.get(session).record;
  const project = path.join(userData, 'demo/claude/projects', folder.replaceAll(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(project, { recursive: true });
  writeFileSync(path.join(project, `${conversation}.jsonl`), lines.map((line) => `${JSON.stringify({ cwd: folder, ...line })}\n`).join(''));
}
const call = (line: string, input: object, name = 'Bash') => ({
  type: 'assistant',
  uuid: line,
  message: { id: line, content: [{ type: 'tool_use', id: 't1', name, input }] },
});
const moment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('what is edited', () => {
  it('can’t be edited to nothing: the CLI would run the call as it was asked', async () => {
    await asks('r1', 't1', 'mcp__deploy__run', { target: 'production' });
    expect([code(await decide({ answer: 'allow', input: {} })), run().answerTo('r1')]).toEqual(['bad-request', undefined]);
  });

  it('runs with every key that it has, and a key of any name is there after a restart', async () => {
    const input = JSON.parse('{"a":2,"__proto__":{"b":1}}');
    await asks('r1', 't1', 'mcp__x__y', input);
    await asks('r2', 't2', 'mcp__x__y', input);
    await decide({ answer: 'allow', input: JSON.parse('{"a":3,"__proto__":{"b":1}}') });
    expect(JSON.stringify(run().answerTo('r1'))).toContain('"__proto__":{"b":1}');
    const { id } = ask();
    await core.close();
    openApp();
    expect(JSON.stringify(await router.handle(window, 'asks.input', { id }))).toContain('"__proto__":{"b":1}');
  });
});

describe('an answer that goes to Claude as a message', () => {
  /** The run ends, and the next one does not ask again. */
  async function answered(decision: object): Promise<MemoryRun> {
    await asks('r1', 't1', 'Bash', { command: 'make all' });
    await core.sessions.get(session).stop();
    const done = decide(decision);
    await until(() => expect(runs).toHaveLength(2));
    await until(() => run().reply('initialize'));
    expect(code(await done)).toBe('ok');
    return run();
  }

  it('is a no when it was a no, with the reason word for word', async () => {
    const { said } = await answered({ answer: 'deny', reason: 'Never run that' });
    expect(said).toEqual([
      'Your call of Bash was not made: the session ended before it was answered. The user has denied it since then: do not make it again.\nNever run that',
    ]);
  });

  it('begins no turn when it is to stop', async () => {
    const { far } = await answered({ answer: 'deny', reason: 'No.', stop: true });
    expect(JSON.parse(far.sent.at(-1) ?? '')).toMatchObject({ type: 'user', shouldQuery: false, client_composed: true });
  });

  it('has Claude Code read no file that is named in what was edited', async () => {
    const { far, said } = await answered({ answer: 'allow', input: { command: 'cat @/home/me/.ssh/id_rsa' } });
    expect([String(said[0]).includes('@'), String(said[0]).includes('"cat \\u0040/home/me/.ssh/id_rsa"')]).toEqual([false, true]);
    expect(JSON.parse(far.sent.at(-1) ?? '')).toMatchObject({ client_composed: true });
  });
});

describe('a call that was put off', () => {
  beforeEach(async () => {
    core.settings.change({ timeouts: { ...core.settings.value.timeouts, permission: { minutes: 5, policy: 'late' } } });
    await asks('r1', 't1', 'Bash', { command: 'make all' });
    await core.desk.expire(ask().id);
    run().toolResult('t1', 'later');
  });

  it('and is allowed then is let through where it waits again', async () => {
    await asks('r2', 't2', 'Bash', { command: 'make all' });
    await decide(allow);
    await until(() => expect(run().answerTo('r2')).toMatchObject({ behavior: 'allow' }));
  });

  it('and was allowed is asked about again once it was denied where it waited', async () => {
    await asks('r2', 't2', 'Bash', { command: 'make all' });
    const [deferred, again] = waiting();
    const both = [
      core.desk.decide(deferred?.id ?? expect.fail('it was not deferred'), { answer: 'allow' }, 'dialog'),
      core.desk.decide(again?.id ?? expect.fail('it does not wait'), { answer: 'deny', reason: 'Not any more.' }, 'dialog'),
    ];
    await Promise.all(both);
    await asks('r3', 't3', 'Bash', { command: 'make all' });
    expect([run().answerTo('r2'), run().answerTo('r3')]).toEqual([{ behavior: 'deny', message: 'Not any more.' }, undefined]);
  });
});

describe('a model that uses the id of a call again', () => {
  it('gets an answer to each request', async () => {
    await asks('r1', 't1', 'Bash', { command: 'make a' });
    await asks('r2', 't1', 'Bash', { command: 'make b' });
    await decide(allow);
    expect([run().answerTo('r1'), run().answerTo('r2'), waiting()]).toMatchObject([
      { behavior: 'deny' },
      { behavior: 'allow', updatedInput: { command: 'make b' } },
      [],
    ]);
    expect(rows()).toMatchObject([{ decision: 'allow' }, { decision: 'deny' }]);
  });

  it('does not have the result of the earlier call taken for that of the open one', async () => {
    run().init({ session_id: conversation });
    await asks('r1', 't1', 'Bash', { command: 'make a' });
    await decide(allow);
    run().toolResult('t1', 'ok');
    await asks('r2', 't1', 'Bash', { command: 'make b' });
    const result = {
      type: 'user',
      uuid: 'u1',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
    };
    cliTranscript(call('a1', { command: 'make a' }), result, call('a2', { command: 'make b' }));
    await core.close();
    openApp();
    await core.sessions.settleAnsweredAsks();
    expect(waiting()).toHaveLength(1);
  });
});

it('a big call that a hook changed is shown as it would run, also after a restart', async () => {
  run().init({ session_id: conversation });
  const made = { file_path: 'a.txt', content: 'harmless '.repeat(6_000) };
  const hooked = { file_path: 'a.txt', content: 'changed!! '.repeat(6_000) };
  run().far.push({ ...call('a1', made, 'Write'), parent_tool_use_id: null, session_id: conversation });
  await asks('r1', 't1', 'Write', hooked);
  await core.close();
  openApp();
  const { id, changedByHook } = ask();
  expect([changedByHook, await router.handle(window, 'asks.input', { id })]).toEqual([true, { ok: true, value: hooked }]);
});

it('a big call that is in no transcript can only be denied after a restart: what would run is nowhere to be seen', async () => {
  run().init({ session_id: conversation });
  const input = { file_path: 'a.txt', content: 'unknown '.repeat(6_000) };
  const request = { subtype: 'can_use_tool', tool_name: 'Write', tool_use_id: 't1', input };
  run().far.push({ type: 'control_request', request_id: 'r1', request });
  await moment();
  await core.close();
  openApp();
  const { id } = ask();
  expect([code(await router.handle(window, 'asks.input', { id })), code(await decide(allow))]).toEqual(['not-found', 'not-found']);
});

describe('what the person’s own settings ask about', () => {
  const explicit = (more: object, command = 'ls | grep x') => {
    const request = { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 't1', input: { command }, ...more };
    run().far.push({ type: 'control_request', request_id: 'r1', request });
  };
  const settings = (...ask: string[]) => ({ effective: {}, sources: [{ source: 'userSettings', settings: { permissions: { ask } } }] });
  const allowAll = () => core.sessions.get(session).setPermissions({ mode: 'all', minutes: 30 });

  it('is for a person in every mode, and the ledger says who asked', async () => {
    allowAll();
    explicit({ decision_reason_type: 'hook', decision_reason: 'look first' });
    await moment();
    expect(ask().askedBy).toEqual({ kind: 'hook', name: null, reason: 'look first' });
    await decide(allow);
    expect(await router.handle(window, 'ledger.decisions', { limit: 1 })).toMatchObject({
      value: [{ surface: 'dialog', askedBy: { kind: 'hook', reason: 'look first' }, changedByHook: false }],
    });
  });

  it('is found by the rules of the run where the CLI does not say so', async () => {
    allowAll();
    explicit({ decision_reason_type: 'subcommandResults' });
    // If the run is stopped now, the stop must know that an ask is open.
    expect([waiting(), core.sessions.get(session).summary.state]).toEqual([[], 'working']);
    run().reply('get_settings', settings('Bash(grep:*)'));
    await until(() => expect(waiting()).toMatchObject([{ askedBy: { kind: 'rule', rule: 'Bash(grep:*)' } }]));
  });

  it('is everything else: that the mode allows', async () => {
    allowAll();
    explicit({ decision_reason_type: 'subcommandResults' });
    run().reply('get_settings', settings('Bash(rm:*)', 'Write'));
    await until(() => expect(run().answerTo('r1')).toMatchObject({ behavior: 'allow' }));
  });

  it.each(['refuses', 'answers oddly'])('is not known when the run %s: then a person decides', async (how) => {
    allowAll();
    explicit({ decision_reason_type: 'subcommandResults' });
    if (how === 'refuses') run().refuse('get_settings', 'Unsupported control request subtype: get_settings');
    else run().reply('get_settings', { sources: 'none' });
    await until(() => expect(waiting()).toMatchObject([{ askedBy: { kind: 'unknown' } }]));
  });

  it('is taken back while its rules are read, and never shown', async () => {
    explicit({ decision_reason_type: 'subcommandResults' });
    run().far.push({ type: 'control_cancel_request', request_id: 'r1' });
    run().reply('get_settings', settings());
    await moment();
    expect([waiting(), run().answerTo('r1')]).toEqual([[], undefined]);
  });

  it('is not lost when the run ends while its rules are read', async () => {
    explicit({ decision_reason_type: 'subcommandResults' });
    run().far.end({ exitCode: 1 });
    await until(() => expect(waiting()).toMatchObject([{ note: 'run-ended', askedBy: { kind: 'unknown' } }]));
    expect(onDisk()).toMatchObject([{ state: { status: 'orphaned' } }]);
  });

  it('is stopped as a run that waits for an answer, also while its rules are read', async () => {
    explicit({ decision_reason_type: 'subcommandResults' });
    const stopped = core.sessions.get(session).stop();
    await until(() => expect(run().stops).toEqual([true]));
    await stopped;
  });
});

it('a call that a hook changed stands in the transcript as it runs, beside what Claude said', async () => {
  run().far.push({ ...call('a1', { command: 'make' }), parent_tool_use_id: null, session_id: conversation });
  await asks('r1', 't1', 'Bash', { command: 'make all' });
  await decide(allow);
  const tools = core.ledger.page(session, { from: 0, limit: 50 }).filter(({ kind }) => kind === 'tool');
  expect(tools).toMatchObject([{ input: { command: 'make' }, changed: { command: 'make all' }, decision: { edited: null } }]);
  expect(await router.handle(window, 'ledger.decisions', { limit: 1 })).toMatchObject({ value: [{ changedByHook: true, edited: false }] });
});

it('an ask whose call has its result waits no longer', async () => {
  await asks('r1', 't1');
  run().toolResult('t1', 'decided elsewhere');
  await until(() => expect(waiting()).toEqual([]));
});

it('no rule is offered where the CLI says that none is to be', async () => {
  const input = { command: 'make all' };
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 't1', input, suppress_always_allow_rule: true };
  run().far.push({ type: 'control_request', request_id: 'r1', request });
  await moment();
  expect(await router.handle(window, 'rules.offer', { ask: ask().id })).toMatchObject({ value: { candidates: [] } });
});

it('what may have run is not allowed where that can’t be read', async () => {
  await asks('r1', 't1');
  await decide(allow);
  run().far.end({ exitCode: 1 });
  const { id, fingerprint } = ask();
  await expect(core.desk.decide(id, { answer: 'allow' }, 'tray', { seen: fingerprint })).rejects.toMatchObject({ code: 'needs-look' });
});

it('an answer is back at once when the run that was brought back for it ends before it asks', async () => {
  run().init({ session_id: conversation });
  await asks('r1', 't1', 'Bash', { command: 'make all' });
  cliTranscript(call('a1', { command: 'make all' }));
  await core.close();
  openApp();
  const done = decide(allow);
  await until(() => run().reply('initialize'));
  await moment();
  run().far.end({ exitCode: 0 });
  expect([code(await done), waiting().length]).toEqual(['run-gone', 1]);
});
