import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { hang, type Scenario, text } from '../../e2e/support/scripted-api';
import { until } from '../until';
import { bash, remember, useBox, versions } from './support';

const scenario: Scenario = {
  plays: {
    remember,
    hello: [text('Hello.')],
    wait: [hang()],
    stream: [hang(text('One two three four five six seven eight nine ten.'), 1)],
    touch: [(file) => bash(`touch ${file}`), text('Made it.')],
    block: [(pipe) => bash(`mkfifo ${pipe} && cat ${pipe}`), text('Never said.')],
  },
};

describe.each(versions)('with Claude %s', (_version, claude) => {
  const box = useBox({ claude, scenario });

  it('a queued message outlives the app, and goes when it is sent now', async () => {
    const before = await box.afterOneTurn('the night');
    before.send('[[wait]] until closed');
    await box.contextOf('until closed');
    before.send('[[hello]] the next morning');
    await box.core.close();
    expect(box.processes()).toEqual([]);
    box.reopen();
    const talk = box.talk(before.id);
    expect(talk.summary).toMatchObject({ state: 'stopped', pid: null, queued: { text: '[[hello]] the next morning' } });
    talk.session.sendQueuedNow();
    expect(await talk.outcomes(3)).toEqual(['done', 'interrupted', 'done']);
    expect(await box.contextOf('the next morning')).toContain('assistant: I will remember the night.');
    expect(talk.of('user').map((item) => item.text)).toEqual([
      '[[remember:the night]]',
      '[[wait]] until closed',
      '[[hello]] the next morning',
    ]);
  });

  describe('a conversation', () => {
    it('that is forked goes its own way, and the first one goes on without it', async () => {
      const first = await box.afterOneTurn('the crossroads');
      const fork = box.talk(box.core.sessions.fork(first.id));
      expect(fork.items).toEqual(first.items);
      fork.send('[[hello]] on the left');
      expect(await fork.outcomes(2)).toEqual(['done', 'done']);
      first.send('[[hello]] on the right');
      expect(await first.outcomes(2)).toEqual(['done', 'done']);
      expect(await box.contextOf('on the left')).toContain('assistant: I will remember the crossroads.');
      const right = await box.contextOf('on the right');
      expect(right).toContain('assistant: I will remember the crossroads.');
      expect(right).not.toContain('on the left');
      await fork.session.stop();
      fork.send('[[hello]] further left');
      expect(await fork.outcomes(3)).toEqual(['done', 'done', 'done']);
      const left = await box.contextOf('further left');
      expect(left).toContain('on the left');
      expect(left).not.toContain('on the right');
    });

    it('that is forked while Claude speaks has nothing in it that seems to go on', async () => {
      const first = await box.start('[[stream]]');
      await until(() => expect(first.of('text')).toMatchObject([{ state: 'streaming' }]));
      const fork = box.talk(box.core.sessions.fork(first.id));
      expect(fork.of('text')).toMatchObject([{ state: 'cut' }]);
      expect([fork.summary.state, first.summary.state]).toEqual(['stopped', 'working']);
    });

    it('from the terminal is listed and goes on here as a fork, its own file untouched', async () => {
      const folder = box.folder();
      const known = new Set(box.transcripts);
      const terminal = promisify(execFile)(claude, ['-p', '[[remember:the terminal]]'], { cwd: folder, env: box.home.env });
      terminal.child.stdin?.end();
      await terminal;
      const [file] = box.transcripts.filter((one) => !known.has(one));
      if (!file) return expect.fail('the CLI kept no transcript');
      const original = readFileSync(file, 'utf8');
      const cliSessionId = path.basename(file, '.jsonl');
      const [past, ...others] = await box.core.sessions.listPast(folder);
      expect(past).toMatchObject({ cliSessionId, firstPrompt: '[[remember:the terminal]]', title: '[[remember:the terminal]]' });
      expect(others).toEqual([]);

      const talk = box.talk(await box.core.sessions.openPast(folder, cliSessionId, true, null));
      expect(talk.summary).toMatchObject({ state: 'stopped', title: '[[remember:the terminal]]' });
      expect(talk.of('user').map((item) => item.text)).toEqual(['[[remember:the terminal]]']);
      expect(talk.of('text').map((item) => item.text)).toEqual(['I will remember the terminal.']);
      talk.send('[[hello]] from the app');
      expect(await talk.outcomes(1)).toEqual(['done']);
      expect(await box.contextOf('from the app')).toContain('assistant: I will remember the terminal.');
      await talk.session.stop();
      expect(readFileSync(file, 'utf8')).toBe(original);
      expect(await box.core.sessions.listPast(folder)).toHaveLength(2);
    });
  });

  describe('no process is left', () => {
    const busy = async (): Promise<void> => {
      const pipe = path.join(box.folder(), 'pipe');
      const [working, asking] = [await box.start(`[[block:${pipe}]]`), await box.start('[[touch:left.txt]]')];
      await working.decide({ answer: 'allow' });
      await asking.ask();
      await until(() => expect(box.processes()).toContain(`cat ${pipe} `));
    };

    it('after the app closed in the middle of work', async () => {
      await busy();
      await box.core.close();
      expect(box.processes()).toEqual([]);
      box.reopen();
    });

    it('after the app closed while a run started', async () => {
      // The first start of the app also searches for claude.
      const talk = await box.start('[[hello]] too late');
      await box.core.close();
      expect(talk.summary).toMatchObject({ state: 'stopped', pid: null });
      expect(box.processes()).toEqual([]);
      box.reopen();
      expect(box.talk(talk.id).summary).toMatchObject({ state: 'stopped', offered: { text: '[[hello]] too late' } });
    });

    it('after all were killed at once', async () => {
      await busy();
      box.core.sessions.killAllNow();
      await until(() => expect(box.processes()).toEqual([]));
      await until(() => expect(box.core.sessions.list.sessions.map(({ pid }) => pid)).toEqual([null, null]));
    });
  });
});
