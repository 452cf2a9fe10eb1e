import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hang, held, type Scenario, type SeenRequest, text, together, tool } from '../../e2e/support/scripted-api';
import { until } from '../until';
import { bash, useBox, versions } from './support';

/** Plays that wait until the test lets them continue. */
let gate = Promise.withResolvers<void>();

const scenario: Scenario = {
  plays: {
    hello: [text('Hello.')],
    stream: [hang(text('One two three four five six seven eight nine ten.'), 1)],
    wait: [() => held(gate.promise, text('There you are.'))],
    'touch-then-hang': [(file) => bash(`touch ${file}`), hang()],
    touch: [(file) => bash(`touch ${file}`), text('Made it.')],
    read: [(files) => together(...files.split(' ').map((file) => tool('Read', { file_path: file }))), hang()],
    block: [(pipe) => bash(`mkfifo ${pipe} && cat ${pipe}`), text('Never said.')],
  },
};

describe.each(versions)('turns of Claude %s', (_version, claude) => {
  const box = useBox({ claude, scenario });
  beforeEach(() => {
    gate = Promise.withResolvers();
  });
  afterEach(() => gate.resolve());

  const requestFor = (words: string): Promise<SeenRequest> => box.api.waitForRequest((request) => request.text.includes(words));
  const requestsWith = (words: string): SeenRequest[] =>
    box.api.seen.filter(({ messages }) => messages.some((one) => one.text.includes(words)));

  describe('an interrupt', () => {
    it('ends a turn that is being told', async () => {
      const talk = await box.start('[[stream]]');
      await until(() => expect(talk.of('text')).toMatchObject([{ state: 'streaming' }]));
      await talk.session.interrupt();
      expect(await talk.outcomes(1)).toEqual(['interrupted']);
      await talk.reaches('idle');
      talk.send('[[hello]]');
      expect(await talk.outcomes(2)).toEqual(['interrupted', 'done']);
      expect(talk.of('text').at(-1)).toMatchObject({ text: 'Hello.', state: 'done' });
    });

    it('ends a turn whose tool runs, and what the tool runs', async () => {
      const folder = box.folder();
      const pipe = path.join(folder, 'pipe');
      const talk = await box.start(`[[block:${pipe}]]`, { folder });
      await talk.decide({ answer: 'allow' });
      await until(() => expect(existsSync(pipe)).toBe(true));
      expect(talk.summary.state).toBe('working');
      await talk.session.interrupt();
      expect(await talk.outcomes(1)).toEqual(['interrupted']);
      await talk.reaches('idle');
      expect(talk.of('tool')).toMatchObject([{ name: 'Bash', status: 'interrupted' }]);
      await until(() => expect(box.processes().filter((command) => command.startsWith('cat '))).toEqual([]));
      talk.send('[[hello]]');
      expect(await talk.outcomes(2)).toEqual(['interrupted', 'done']);
    });

    it('takes back a permission that is being asked for', async () => {
      const folder = box.folder();
      const talk = await box.start('[[touch:never.txt]]', { folder });
      const ask = await talk.ask();
      await talk.session.interrupt();
      await talk.asks(0);
      expect(await talk.outcomes(1)).toEqual(['interrupted']);
      await talk.reaches('idle');
      await expect(box.core.desk.decide(ask.id, { answer: 'allow' }, 'dialog')).rejects.toMatchObject({ code: 'ask-gone' });
      expect(talk.of('tool')).toMatchObject([{ name: 'Bash', status: 'interrupted' }]);
      talk.send('[[hello]]');
      expect(await talk.outcomes(2)).toEqual(['interrupted', 'done']);
      expect(existsSync(path.join(folder, 'never.txt'))).toBe(false);
    });

    it('comes with a denial that also stops, and the reason is not lost', async () => {
      const folder = box.folder();
      const talk = await box.start('[[touch-then-hang:stopped.txt]]', { folder });
      await talk.decide({ answer: 'deny', reason: 'Wait for me.', stop: true });
      expect(await talk.outcomes(1)).toEqual(['interrupted']);
      await talk.reaches('idle');
      expect(talk.of('tool')).toMatchObject([{ status: 'denied' }]);
      talk.send('[[hello]] after the stop');
      expect(await talk.outcomes(2)).toEqual(['interrupted', 'done']);
      const { messages } = await requestFor('after the stop');
      expect(messages.flatMap(({ toolResults }) => toolResults)).toMatchObject([{ text: 'Wait for me.', isError: true }]);
      expect(existsSync(path.join(folder, 'stopped.txt'))).toBe(false);
    });

    it('comes with such a denial of one of several calls, and takes the others back', async () => {
      const elsewhere = box.folder();
      const files = ['a', 'b', 'c'].map((name) => path.join(elsewhere, name));
      const talk = await box.start(`[[read:${files.join(' ')}]]`);
      const [, second] = await talk.asks(3);
      if (!second) return expect.fail('no second ask');
      await box.core.desk.decide(second.id, { answer: 'deny', reason: 'None of these.', stop: true }, 'dialog');
      await talk.asks(0);
      expect(await talk.outcomes(1)).toEqual(['interrupted']);
      await talk.reaches('idle');
      talk.send('[[hello]] after stopping all');
      expect(await talk.outcomes(2)).toEqual(['interrupted', 'done']);
      const { messages } = await requestFor('after stopping all');
      const results = messages.flatMap(({ toolResults }) => toolResults);
      expect(results).toHaveLength(3);
      expect(results.find(({ toolUseId }) => toolUseId === second.toolUseId)?.text).toBe('None of these.');
    });

    it('with nothing to end does nothing', async () => {
      const talk = await box.start(null);
      await talk.reaches('idle');
      await talk.session.interrupt();
      talk.send('[[hello]]');
      expect(await talk.outcomes(1)).toEqual(['done']);
    });
  });

  describe('a message sent during a turn', () => {
    it('is queued, gives way to a later one and is offered back, and goes to the same run when the turn ends', async () => {
      const talk = await box.start('[[wait]]');
      await requestFor('[[wait]]');
      const { pid } = talk;
      expect(talk.send('the first thought')).toEqual({ queued: true });
      expect(talk.send('[[hello]] the second thought')).toEqual({ queued: true });
      expect(talk.summary).toMatchObject({
        queued: { text: '[[hello]] the second thought', images: 0 },
        offered: { text: 'the first thought' },
      });
      gate.resolve();
      expect(await talk.outcomes(2)).toEqual(['done', 'done']);
      await talk.reaches('idle');
      expect(talk.summary).toMatchObject({ queued: null, offered: { text: 'the first thought' }, pid });
      expect(talk.of('user').map((item) => item.text)).toEqual(['[[wait]]', '[[hello]] the second thought']);
      expect(requestsWith('the first thought')).toEqual([]);
      talk.session.takeOffered();
      expect(talk.summary.offered).toBe(null);
    });

    it('goes to the running turn when it is sent now', async () => {
      const talk = await box.start('[[touch:now.txt]]');
      await talk.ask();
      talk.send('and hurry up');
      talk.session.sendQueuedNow();
      expect(talk.summary.queued).toBe(null);
      await talk.decide({ answer: 'allow' });
      expect(await talk.outcomes(1)).toEqual(['done']);
      const { play, toolResults } = await box.api.waitForRequest(({ messages }) =>
        messages.some((one) => one.text.includes('and hurry up')),
      );
      expect(play).toMatchObject({ name: 'touch', step: 1 });
      expect(toolResults).toHaveLength(1);
      await talk.reaches('idle');
    });

    it('can be taken back', async () => {
      const talk = await box.start('[[wait]] for this');
      await requestFor('for this');
      talk.send('not meant');
      expect(talk.session.discardQueued()).toEqual({ text: 'not meant', images: [] });
      gate.resolve();
      expect(await talk.outcomes(1)).toEqual(['done']);
      await talk.reaches('idle');
      expect([talk.summary.queued, requestsWith('not meant')]).toEqual([null, []]);
    });

    it('goes out after an interrupt, too', async () => {
      const talk = await box.start('[[stream]]');
      await until(() => expect(talk.of('text')).toHaveLength(1));
      talk.send('[[hello]] instead');
      await talk.session.interrupt();
      expect(await talk.outcomes(2)).toEqual(['interrupted', 'done']);
    });
  });

  describe('a change while it runs', () => {
    it('of the model holds from the next request on', async () => {
      const talk = await box.start('[[touch:model.txt]]', { model: 'sonnet' });
      await talk.ask();
      await talk.session.setModel('haiku');
      await talk.decide({ answer: 'allow' });
      await talk.outcomes(1);
      await talk.reaches('idle');
      talk.send('[[hello]] with another model');
      await talk.outcomes(2);
      expect((await requestFor('[[touch:model.txt]]')).model).toContain('sonnet');
      expect((await requestFor('with another model')).model).toContain('haiku');
      expect(talk.summary.model).toBe('haiku');
    });

    it('of the mode is told to the model and followed', async () => {
      const folder = box.folder();
      const talk = await box.start('[[hello]] first', { folder });
      await talk.outcomes(1);
      await talk.reaches('idle');
      await talk.session.setPlanMode(true);
      expect(talk.summary.mode).toBe('plan');
      talk.send('[[hello]] while planning');
      await talk.outcomes(2);
      await talk.reaches('idle');
      expect(talk.summary.mode).toBe('plan');
      const told = ({ messages }: SeenRequest) => messages.some((one) => /plan mode is active/i.test(one.text));
      expect([told(await requestFor('[[hello]] first')), told(await requestFor('while planning'))]).toEqual([false, true]);
      await talk.session.setPlanMode(false);
      talk.send('[[hello]] no more planning');
      await talk.outcomes(3);
      expect(talk.summary.mode).toBe('default');
      expect(talk.notes('mode')).toMatchObject([
        { before: 'default', mode: 'plan' },
        { before: 'plan', mode: 'default' },
      ]);
    });

    it('that is made while the run starts holds for its first turn', async () => {
      const talk = await box.start('[[hello]] before it was ready', { model: 'sonnet' });
      await until(() => expect(talk.pid).toBeGreaterThan(0));
      await talk.session.setModel('opus');
      await talk.session.setPlanMode(true);
      expect(talk.summary.state).toBe('starting');
      expect(await talk.outcomes(1)).toEqual(['done']);
      const request = await requestFor('before it was ready');
      expect(request.model).toContain('opus');
      expect(request.messages.some((one) => /plan mode is active/i.test(one.text))).toBe(true);
      expect(talk.summary).toMatchObject({ model: 'opus', mode: 'plan', trouble: null });
    });

    it('of the name is kept by the CLI, too', async () => {
      const folder = box.folder();
      const talk = await box.start('[[hello]]', { folder });
      await talk.outcomes(1);
      await talk.reaches('idle');
      await talk.session.rename('A better name');
      expect(talk.summary.title).toBe('A better name');
      await talk.session.stop();
      expect(await box.core.sessions.listPast(folder)).toMatchObject([{ title: 'A better name', firstPrompt: '[[hello]]' }]);
    });
  });
});
