import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hang, type Scenario, text } from '../../e2e/support/scripted-api';
import { until } from '../until';
import { bash, remember, type Talk, useBox, versions } from './support';

const scenario: Scenario = {
  plays: {
    remember,
    hello: [text('Hello.')],
    wait: [hang()],
    stream: [hang(text('One two three four five six seven eight nine ten.'), 1)],
    touch: [(file) => bash(`touch ${file}`), text('Made it.')],
  },
};

describe.each(versions)('a run of Claude %s that ended', (_version, claude) => {
  const box = useBox({ claude, scenario });

  const kill = (talk: Talk) => process.kill(talk.pid, 'SIGKILL');

  it('when it was stopped, is followed by another that knows what was said', async () => {
    const talk = await box.afterOneTurn('the red door');
    await talk.session.stop();
    expect(talk.summary).toMatchObject({ state: 'stopped', pid: null, trouble: null });
    talk.send('[[hello]] after the stop');
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    expect(await box.contextOf('after the stop')).toContain('assistant: I will remember the red door.');
    expect([talk.notes('crash'), talk.notes('restart')]).toEqual([[], [{ what: 'restart', automatic: false }]]);
  });

  it('is followed by another at once when something was sent while it was being stopped, unless it was stopped again', async () => {
    const talk = await box.afterOneTurn('the closing door');
    const stopping = talk.session.stop();
    expect(talk.send('[[hello]] after all')).toEqual({ queued: true });
    await stopping;
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    expect(await box.contextOf('after all')).toContain('assistant: I will remember the closing door.');
    await talk.reaches('idle');

    const again = talk.session.stop();
    talk.send('[[hello]] or not');
    await Promise.all([again, talk.session.stop()]);
    expect(talk.summary).toMatchObject({ state: 'stopped', queued: { text: '[[hello]] or not' } });
  });

  it('by kill -9 while it was idle, is followed by another when there is something to do', async () => {
    const talk = await box.afterOneTurn('the blue door');
    kill(talk);
    await talk.reaches('stopped');
    expect(talk.notes('crash')).toMatchObject([{ exitCode: null, signal: 'SIGKILL' }]);
    talk.send('[[hello]] after an idle crash');
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    expect(await box.contextOf('after an idle crash')).toContain('assistant: I will remember the blue door.');
  });

  it('by kill -9 while it worked, is followed by another at once, which asks the model nothing by itself', async () => {
    const talk = await box.afterOneTurn('the green door');
    const { pid } = talk;
    talk.send('[[stream]] something long');
    await until(() => expect(talk.of('text').at(-1)).toMatchObject({ state: 'streaming' }));
    const before = box.api.seen.length;
    kill(talk);
    await until(() => expect(talk.summary.pid).not.toBe(pid));
    await talk.reaches('idle');
    expect(talk.of('text').at(-1)).toMatchObject({ state: 'cut' });
    expect(talk.notes('crash')).toMatchObject([{ exitCode: null, signal: 'SIGKILL' }]);
    expect(talk.notes('restart')).toEqual([{ what: 'restart', automatic: true }]);
    talk.send('[[hello]] after a crash');
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    expect(box.api.seen.slice(before).map((request) => request.text)).toEqual(['[[hello]] after a crash']);
    expect(await box.contextOf('after a crash')).toContain('assistant: I will remember the green door.');
  });

  it('by kill -9 for the third time in five minutes, waits for the person', async () => {
    const talk = await box.afterOneTurn('the last door');
    for (const state of ['idle', 'idle', 'failed'] as const) {
      const requests = box.api.seen.length;
      talk.send('[[wait]]');
      await until(() => expect(box.api.seen.length).toBeGreaterThan(requests));
      const { pid } = talk;
      kill(talk);
      await until(() => expect(talk.summary.pid).not.toBe(pid));
      await talk.reaches(state);
    }
    expect(talk.summary).toMatchObject({ trouble: { code: 'crashed' }, pid: null });
    expect(talk.notes('crash')).toHaveLength(3);
    talk.send('[[hello]] after three crashes');
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    expect(await box.contextOf('after three crashes')).toContain('assistant: I will remember the last door.');
    expect(talk.summary.trouble).toBe(null);
  });

  it('before it was ready, is followed by another that gets the message', async () => {
    const talk = await box.start('[[hello]] anyone there');
    await until(() => expect(talk.pid).toBeGreaterThan(0));
    expect(talk.summary.state).toBe('starting');
    kill(talk);
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(talk.of('user').map((item) => item.text)).toEqual(['[[hello]] anyone there']);
    expect(talk.notes('crash')).toMatchObject([{ signal: 'SIGKILL' }]);
  });

  it('in its very first turn, is followed by another that knows the question', async () => {
    const talk = await box.start('[[wait]] for the first answer');
    await box.onDisk('for the first answer');
    const { pid } = talk;
    kill(talk);
    await until(() => expect(talk.summary.pid).not.toBe(pid));
    await talk.reaches('idle');
    talk.send('[[hello]] once more');
    expect(await talk.outcomes(1)).toEqual(['done']);
    expect(await box.contextOf('once more')).toContain('for the first answer');
  });

  it('and left nothing that Claude still knows, is followed by one that starts afresh and says so', async () => {
    const talk = await box.afterOneTurn('the lost door');
    await talk.session.stop();
    for (const file of box.transcripts) rmSync(file);
    talk.send('[[hello]] from the start');
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    expect(await box.contextOf('from the start')).not.toContain('the lost door');
    expect(talk.notes('info')).toMatchObject([{ text: expect.stringContaining('starts afresh') }]);
    expect(talk.notes('crash')).toEqual([]);
  });

  it('by kill -9 with a message queued, is followed by another that gets it', async () => {
    const talk = await box.afterOneTurn('the queue');
    talk.send('[[wait]] until killed');
    await box.contextOf('until killed');
    talk.send('[[hello]] from the queue');
    kill(talk);
    expect(await talk.outcomes(2)).toEqual(['done', 'done']);
    expect(await box.contextOf('from the queue')).toContain('assistant: I will remember the queue.');
    expect(talk.summary.queued).toBe(null);
  });
});
