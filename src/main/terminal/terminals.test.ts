import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../../test/until';
import { AppError } from '../../shared/errors';
import { SessionId } from '../../shared/ids';
import type { TerminalId, TerminalOutput } from '../../shared/terminal';
import { Log } from '../base/log';
import { Terminals, type TerminalsOptions } from './terminals';

const session = SessionId.parse('session');
const other = SessionId.parse('other');
const size = { cols: 80, rows: 24 };

let folder: string;
let opened: Terminals[] = [];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'signalbox-terminal-')));
});
afterEach(async () => {
  await Promise.all(opened.map((terminals) => terminals.closeAll()));
  opened = [];
  rmSync(folder, { recursive: true, force: true });
});

/** Creates terminals with a plain shell, and a window that draws immediately or never. */
function open({ draws = true, ...options }: Partial<TerminalsOptions> & { draws?: boolean } = {}) {
  const outputs: TerminalOutput[] = [];
  const terminals = new Terminals({
    env: { SHELL: '/bin/sh', HOME: folder, PATH: process.env.PATH, PS1: '$ ', SIGNALBOX_RUN: 'x', ELECTRON_RUN_AS_NODE: '1' },
    log: new Log({ folder: '/dev/null/logs' }),
    send: (output) => {
      outputs.push(output);
      if (draws) queueMicrotask(() => terminals.acknowledge(output.id, output.data.length));
    },
    ...options,
  });
  opened.push(terminals);
  const shell = async (of = session): Promise<TerminalId> => {
    const id = await terminals.openShell(of, () => folder, size);
    terminals.get(id).attach();
    return id;
  };
  const text = (id: TerminalId): string =>
    outputs
      .filter((output) => output.id === id)
      .map(({ data }) => data)
      .join('');
  const says = (id: TerminalId, what: string | RegExp): Promise<void> => until(() => expect(text(id)).toMatch(what));
  return { terminals, outputs, shell, text, says };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe.skipIf(process.platform === 'win32')('a terminal', () => {
  it('is a login shell in the folder, without the app’s environment variables', async () => {
    const { terminals, shell, says, text } = open();
    const id = await shell();
    terminals.get(id).write('echo "at $PWD with $TERM $COLORTERM; $0"; env; echo do"ne"\r');
    await says(id, 'done');
    expect(text(id)).toContain(`at ${folder} with xterm-256color truecolor; /bin/sh`);
    expect(text(id)).not.toMatch(/^(SIGNALBOX|ELECTRON)_/m);
  });

  it('starts with the given size, and can be resized', async () => {
    const { terminals, shell, says } = open();
    const id = await shell();
    terminals.get(id).write('stty size\r');
    await says(id, '24 80');
    terminals.get(id).resize({ cols: 123, rows: 45 });
    terminals.get(id).write('stty size\r');
    await says(id, '45 123');
  });

  it('is numbered within its session, and closed with it', async () => {
    const { terminals, shell } = open();
    const ids = [await shell(), await shell(), await shell(other)];
    expect(terminals.list.map(({ sessionId, number }) => [sessionId, number])).toEqual([
      ['session', 1],
      ['session', 2],
      ['other', 1],
    ]);
    const pids = ids.map((id) => terminals.get(id).pid);
    await terminals.closeForSession(session);
    expect(terminals.list.map(({ id }) => id)).toEqual([ids[2]]);
    expect(pids.map(isAlive)).toEqual([false, false, true]);
  });

  it('ends the processes in it when it is closed', async () => {
    const { terminals, shell, says, text } = open();
    const id = await shell();
    terminals.get(id).write("sh -c 'echo pid=$$; exec sleep 600'\r");
    await says(id, /pid=\d+/);
    const pid = Number(/pid=(\d+)/.exec(text(id))?.[1]);
    expect(isAlive(pid)).toBe(true);
    await terminals.close(id);
    // It is an orphan now, and exists until init reaps it.
    await until(() => expect(isAlive(pid)).toBe(false));
  });

  it('is killed when it ignores the hangup', async () => {
    const { terminals, shell, says } = open();
    const id = await shell();
    terminals.get(id).write('trap \'\' HUP; echo stub"born"\r');
    await says(id, 'stubborn');
    const { pid } = terminals.get(id);
    await terminals.close(id);
    expect(isAlive(pid)).toBe(false);
    expect(terminals.list).toEqual([]);
  });

  it('is removed when the shell exits with 0, and kept when it fails', async () => {
    const { terminals, shell } = open();
    const [well, badly] = [await shell(), await shell()];
    terminals.get(well).write('exit\r');
    terminals.get(badly).write('exit 3\r');
    await until(() => expect(terminals.list).toMatchObject([{ id: badly, ended: { exitCode: 3 } }]));
  });

  it('pauses when the window falls behind, and loses nothing', async () => {
    const { terminals, shell, outputs, text, says } = open({ draws: false });
    const id = await shell();
    terminals.get(id).write('yes 01"23456789" | head -c 5000000; echo th"e end"\r');
    const received = (): number => outputs.reduce((sum, { data }) => sum + data.length, 0);
    await until(() => expect(received()).toBeGreaterThan(512 * 1024));
    // Nothing was drawn, so only output that was on its way can still arrive.
    const stalledAt = received();
    expect(stalledAt).toBeLessThan(1_000_000);
    for (let drawn = 0; !text(id).includes('the end'); ) {
      const more = received() - drawn;
      drawn += more;
      terminals.get(id).acknowledge(more);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await says(id, 'the end');
    expect(text(id).match(/0123456789/g)).toHaveLength(Math.floor(5_000_000 / 11));
  });

  it('continues while detached, and sends its latest output to a window that attaches later', async () => {
    const { terminals, shell, outputs } = open({ draws: false });
    const id = await shell();
    terminals.get(id).detach();
    terminals.get(id).write(`yes 0123456789 | head -c 3000000; touch ${folder}/over; echo th"e end"\r`);
    await until(() => {
      terminals.get(id).attach();
      expect(outputs.at(-1)?.data).toContain('the end');
    });
    const last = outputs.at(-1);
    expect(last?.fresh).toBe(true);
    expect(last?.data.length).toBeLessThanOrEqual(256 * 1024);
    expect(last?.data).toMatch(/^0123456789\r\n/);
  });

  it('reports how much of the kept output was sent before, because its terminal queries were answered', async () => {
    const { terminals, shell, outputs, says, text } = open();
    const id = await shell();
    const terminal = terminals.get(id);
    terminal.write('echo bef"ore"\r');
    await says(id, 'before\r\n');
    terminal.detach();
    const had = text(id).length;
    terminal.write('echo af"ter"; exit\r');
    await terminal.exited;
    terminal.attach();
    expect(outputs.at(-1)).toMatchObject({ data: expect.stringContaining('after\r\n'), fresh: true, replayed: had });
    terminal.attach();
    expect(outputs.at(-1)?.replayed).toBe(outputs.at(-1)?.data.length);
  });

  it('decodes characters that arrive in pieces, and replaces invalid bytes', async () => {
    const { terminals, shell, text, says } = open();
    const id = await shell();
    terminals.get(id).write("printf '\\303'; sleep 0.1; printf '\\251 \\377\\376 end\\n'\r");
    await says(id, 'é');
    expect(text(id)).toContain('é \ufffd\ufffd end');
  });

  it('fails with a code when there is no folder, no native module, or the app is quitting', async () => {
    const { terminals } = open();
    await expect(terminals.openShell(session, () => path.join(folder, 'missing'), size)).rejects.toMatchObject({ code: 'folder-missing' });
    const without = open({ load: () => Promise.reject(new AppError('terminal-unavailable', 'no such module')) });
    await expect(without.shell()).rejects.toMatchObject({ code: 'terminal-unavailable' });
    await terminals.closeAll();
    await expect(terminals.openShell(session, () => folder, size)).rejects.toMatchObject({ code: 'terminal-unavailable' });
    expect(terminals.list).toEqual([]);
  });
});
