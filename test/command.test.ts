import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandIo } from '../src/command/command-io';
import { findSocket } from '../src/command/find-socket';
import { runCommand } from '../src/command/run-command';
import { ApiBox, apiBoxPerTest } from './api-box';
import { until } from './until';

const held = apiBoxPerTest();

interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

const ioOf = (userData: string, stop = new AbortController()) => {
  const printed = { out: '', err: '' };
  const io: CommandIo = {
    env: { SIGNALBOX_USER_DATA: userData },
    cwd: '/src',
    platform: process.platform,
    home: '/home/ann',
    print: (text) => {
      printed.out += text;
    },
    printError: (text) => {
      printed.err += text;
    },
    signal: stop.signal,
  };
  return { io, printed, stop };
};

async function run(...args: string[]): Promise<Ran> {
  const { io, printed } = ioOf(held.box.userData);
  const exit = await runCommand(args, io);
  return { exit, ...printed };
}
const json = async (...args: string[]): Promise<unknown> => JSON.parse((await run(...args, '--json')).out);

it('what waits is a table for people, and JSON for programs', async () => {
  expect(await run('pending')).toEqual({ exit: 0, out: 'Nothing waits.\n', err: '' });
  const { ask } = await held.box.asking('ask Bash touch x.txt');
  const [head = '', row = ''] = (await run('pending')).out.split('\n');
  expect(head).toMatch(/^ID {6}KIND {8}SESSION {2,}REQUEST$/);
  expect(row).toMatch(/^\w{6} {2}permission {2}ask Bash touch x\.txt {2}Runs `touch x\.txt`$/);
  expect(ask.id.endsWith(row.slice(0, 6))).toBe(true);
  expect(await json('pending')).toMatchObject({ pending: [{ requestId: ask.id, kind: 'permission' }] });
  expect((await run('sessions')).out).toMatch(/^ID .*\n[0-9a-f]{8} {2}waiting for you {2}1 +ask Bash touch x\.txt {2}\//);
  expect(await run('__ids', 'requests')).toMatchObject({ exit: 0, out: `${row.slice(0, 6)}\n` });
});

it('a request is shown whole, and nothing in it controls the terminal', async () => {
  const { ask } = await held.box.asking('ask Bash echo \u001b[2J\u202e');
  const { exit, out } = await run('show', ask.id.slice(-6));
  expect([exit, out]).toEqual([0, expect.stringContaining(`Request:  ${ask.id}\n`)]);
  expect(out).toContain('"command": "echo ');
  const controls = ['\u001b', '\u202e'];
  const printed = out + (await run('pending')).out;
  expect(controls.filter((one) => printed.includes(one))).toEqual([]);
});

it('a call is allowed by a part of its id, once; whoever comes later hears by whom', async () => {
  const { ask } = await held.box.asking('ask Bash touch x.txt');
  expect(await run('allow', ask.id.slice(-6))).toEqual({ exit: 0, out: 'Allowed.\n', err: '' });
  expect(held.box.core.ledger.decisions()).toMatchObject([{ decision: 'allow', surface: 'command' }]);
  for (const id of [ask.id, ask.toolUseId ?? ''])
    expect(await run('deny', id)).toMatchObject({
      exit: 4,
      out: '',
      err: expect.stringMatching(/^Already answered on the command line, /),
    });
  expect(await run('allow', 'nothing')).toMatchObject({ exit: 1, err: expect.stringContaining('No request is named nothing') });
});

it('a marked call needs a look, and can be denied with a reason', async () => {
  const { ask } = await held.box.asking('ask Bash rm -rf build');
  expect((await run('pending')).out).toContain(' (look)');
  expect(await run('allow', ask.id)).toMatchObject({ exit: 5, err: expect.stringContaining('needs a closer look') });
  expect(await run('deny', ask.id, '--reason', 'Not that.', '--json')).toMatchObject({ exit: 0, out: '{"status":"ok"}\n' });
  expect(held.box.core.ledger.decisions()).toMatchObject([{ decision: 'deny', reason: 'Not that.', surface: 'command' }]);
});

it('questions and forms are answered by number, by name, and with lists', async () => {
  const question = await held.box.asking('question');
  expect((await run('show', question.ask.id)).out).toContain('  0  Which colour?\n     - Red: Warm\n');
  expect(await run('answer', question.ask.id, '0=Blue', 'Which fruits?=Apple', 'Which fruits?=Fig')).toMatchObject({ exit: 0 });
  await until(() => expect(JSON.stringify(held.box.core.ledger.page(question.id))).toContain('Colour: Blue. Fruit: Apple, Fig.'));
  const form = await held.box.asking('form');
  expect((await run('show', form.ask.id)).out).toContain('  name  Name (text, required)\n');
  expect(await run('answer', form.ask.id, 'count=7')).toMatchObject({ exit: 1, err: 'Fill in this field.\n' });
  expect(await run('answer', form.ask.id, 'name=Ann', 'count=2', 'fruit=apple', 'fruit=fig', 'gift=true')).toMatchObject({ exit: 0 });
  await until(() => expect(JSON.stringify(held.box.core.ledger.page(form.id))).toContain('2 for Ann'));
});

it('a message is sent to a session by its title or the beginning of its id, and a turn interrupted', async () => {
  const { id, ask } = await held.box.asking('ask Bash touch x.txt');
  expect(await run('send', ask.sessionId.slice(0, 8), 'Go', 'on.')).toMatchObject({ exit: 0, out: 'Queued until the turn ends.\n' });
  expect((await run('send', 'ask Bash touch x.txt', 'Stop.')).out).toContain('It replaced');
  expect(held.box.core.sessions.get(id).summary.queued).toMatchObject({ text: 'Stop.' });
  expect(await run('interrupt', id)).toMatchObject({ exit: 0 });
  await until(() => expect(held.box.core.desk.list).toEqual([]));
  expect(await run('interrupt', 'nobody')).toMatchObject({ exit: 1 });
});

it('a session starts in a trusted folder, and the window opens with a folder, both seen from where the person is', async () => {
  expect(await run('open', 'project')).toMatchObject({ exit: 0 });
  expect(held.box.opened).toEqual(['/src/project']);
  const folder = path.join(held.box.userData, 'project');
  mkdirSync(folder);
  expect(await run('new', folder)).toMatchObject({ exit: 1, err: expect.stringContaining('Nobody trusts this folder yet') });
  held.box.core.sessions.folders.resolveTrust(folder, true);
  const { out } = await run('new', folder, 'Say', 'hello.');
  expect(held.box.core.sessions.list.sessions).toMatchObject([{ id: out.trim(), folder }]);
});

it('its status says where the app listens', async () => {
  const { socket } = held.box.server.status;
  expect(await json('status')).toEqual({ running: true, socket, http: null, version: '1.2.3' });
  await held.box.server.close();
  expect(await run('status', '--json')).toEqual({
    exit: 3,
    out: '{"running":false,"socket":null,"http":null,"version":null}\n',
    err: 'Signalbox does not run.\n',
  });
  for (const command of [['pending'], ['watch'], ['allow', 'x']]) expect(await run(...command)).toMatchObject({ exit: 3, out: '' });
});

it('a command line that makes no sense is refused with a sentence', async () => {
  const lines = [
    ['nothing'],
    ['pending', 'more'],
    ['pending', '--wrong'],
    ['allow'],
    ['allow', 'x', '--scope', 'forever'],
    ['answer', 'x'],
    ['answer', 'x', 'a', 'b'],
    ['completion', 'csh'],
  ];
  for (const line of lines) expect([line, await run(...line)]).toEqual([line, { exit: 2, out: '', err: expect.stringMatching(/\w.*\n$/) }]);
});

it('help and the completion scripts name every command', async () => {
  const { out } = await run('help');
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const script = (await run('completion', shell)).out;
    for (const [, name = ''] of out.matchAll(/^ {2}signalbox (\w+)/gm)) expect(script).toContain(name);
  }
});

describe('watch', () => {
  it('prints events, goes on after the app was away, and says that events were missed', async () => {
    const { io, printed, stop } = ioOf(held.box.userData);
    const done = runCommand(['watch', '--bell'], io);
    const { ask } = await held.box.asking('ask Bash touch x.txt');
    await until(() => expect(printed.out).toMatch(/^\d\d:\d\d:\d\d {2}approval-requested {4}Runs `touch x\.txt` \(\w{6}\)/m));
    expect(printed.out).toContain(')\u0007\n');
    await run('deny', ask.id);
    await until(() => expect(printed.out).toMatch(/approval-resolved {5}deny on the command line: Bash/));
    await held.box.server.close();
    await until(() => expect(printed.err).toBe('Signalbox went away. Waiting for it.\n'));
    const again = held.box.newServer();
    await again.open();
    await until(() => expect(printed.out).toContain('Events were missed'));
    stop.abort();
    expect(await done).toBe(0);
    await again.close();
  });

  it('prints one JSON object per line', async () => {
    const { io, printed, stop } = ioOf(held.box.userData);
    const done = runCommand(['watch', '--json'], io);
    await held.box.asking('question');
    const lines = () =>
      printed.out
        .split('\n')
        .filter(Boolean)
        .map((line): unknown => JSON.parse(line));
    await until(() => expect(lines()).toContainEqual(expect.objectContaining({ event: 'question-requested' })));
    stop.abort();
    expect(await done).toBe(0);
  });
});

describe('the socket', () => {
  const find = (env: CommandIo['env'], platform: NodeJS.Platform = 'linux') => findSocket({ env, cwd: '/', platform, home: '/nowhere' });

  it('is found where the app puts it, also in a folder with a long path', async () => {
    const long = new ApiBox({}, 'a-folder-with-a-long-name-'.repeat(5));
    await long.server.open();
    expect(find({ SIGNALBOX_USER_DATA: long.userData })).toBe(long.server.status.socket);
    expect(find({ SIGNALBOX_USER_DATA: held.box.userData })).toBe(held.box.server.status.socket);
    const config = mkdtempSync(path.join(os.tmpdir(), 'signalbox-config-'));
    mkdirSync(path.join(config, 'Signalbox'));
    const server = createServer().listen(path.join(config, 'Signalbox', 'signalbox.sock'));
    await until(() => expect(find({ XDG_CONFIG_HOME: config })).toBe(path.join(config, 'Signalbox', 'signalbox.sock')));
    server.close();
    rmSync(config, { recursive: true });
    await long.close();
  });

  it('of somebody else, or a file in its place, is not used', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-foreign-'));
    const file = path.join(folder, 'signalbox.sock');
    writeFileSync(file, '');
    expect(find({ SIGNALBOX_USER_DATA: folder })).toBeNull();
    rmSync(file);
    const server = createServer().listen(file);
    await until(() => expect(statSync(file).isSocket()).toBe(true));
    chmodSync(file, 0o666);
    expect(find({ SIGNALBOX_USER_DATA: folder })).toBe(file);
    if (process.getuid?.() === 0) {
      chownSync(file, 65_534, 65_534);
      expect(find({ SIGNALBOX_USER_DATA: folder })).toBeNull();
    }
    server.close();
    rmSync(folder, { recursive: true });
  });
});
