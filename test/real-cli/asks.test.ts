import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Scenario, type SeenRequest, text, together, tool } from '../../e2e/support/scripted-api';
import { until } from '../until';
import { bash, useBox, versions } from './support';

const questions = [
  {
    question: 'Which colour?',
    header: 'Colour',
    multiSelect: false,
    options: [
      { label: 'Red', description: 'Warm.' },
      { label: 'Blue', description: 'Cold.' },
    ],
  },
  {
    question: 'Which fruits?',
    header: 'Fruits',
    multiSelect: true,
    options: [
      { label: 'Apple', description: 'Crisp.' },
      { label: 'Fig', description: 'Soft.' },
      { label: 'Plum', description: 'Sour.' },
    ],
  },
];

const scenario: Scenario = {
  plays: {
    hello: [text('Hello.')],
    touch: [(file) => bash(`touch ${file}`), text('Made it.')],
    agent: [
      tool('Agent', { description: 'Look around', prompt: '[[touch:seen.txt]]', subagent_type: 'general-purpose' }),
      text('It came back.'),
    ],
    read: [(files) => together(...files.split(' ').map((file) => tool('Read', { file_path: file }))), text('Read them.')],
    question: [tool('AskUserQuestion', { questions }), text('I see.')],
    plan: [tool('ExitPlanMode', { plan: 'First this.\nThen that.' }), text('Going on.')],
    'plan-file': [
      (file) => tool('Write', { file_path: file, content: '# The plan\n' }),
      tool('ExitPlanMode', { plan: '# The plan\n' }),
      text('Going on.'),
    ],
    'plan-and-write': [
      tool('ExitPlanMode', { plan: 'Write it.' }),
      (file) => tool('Write', { file_path: file, content: 'as planned\n' }),
      text('Wrote it.'),
    ],
  },
};

describe.each(versions)('asks of Claude %s', (version, claude) => {
  const box = useBox({ claude, scenario });

  /** Returns the tool results that the model received, by the argument of the play. */
  const toldAfter = async (play: string, arg: string): Promise<SeenRequest['toolResults']> => {
    const isNext = (request: SeenRequest) => request.play?.name === play && request.play.arg === arg && request.play.step === 1;
    return (await box.api.waitForRequest(isNext)).toolResults;
  };

  describe('a permission', () => {
    it('that a subagent needs says which one it is', async () => {
      const folder = box.folder();
      const talk = await box.start('[[agent]]', { folder });
      const ask = await talk.ask();
      expect(ask).toMatchObject({ summary: 'Runs `touch seen.txt`', agentId: expect.any(String), agentName: 'Look around' });
      await talk.decide({ answer: 'allow' });
      await until(() => expect(existsSync(path.join(folder, 'seen.txt'))).toBe(true));
      await talk.reaches('idle');
      const [row] = box.core.ledger.decisions();
      expect(row).toMatchObject({ askId: ask.id, details: { agentName: 'Look around' } });
    });

    it('that is given lets the call run', async () => {
      const folder = box.folder();
      const talk = await box.start('[[touch:allowed.txt]]', { folder });
      expect(await talk.ask()).toMatchObject({
        kind: 'permission',
        tool: 'Bash',
        summary: 'Runs `touch allowed.txt`',
        input: { command: 'touch allowed.txt' },
      });
      expect(existsSync(path.join(folder, 'allowed.txt'))).toBe(false);
      await talk.decide({ answer: 'allow' });
      expect(await talk.outcomes(1)).toEqual(['done']);
      await talk.reaches('idle');
      expect(existsSync(path.join(folder, 'allowed.txt'))).toBe(true);
      expect(talk.of('tool')).toMatchObject([{ name: 'Bash', status: 'ok' }]);
      expect(talk.states).toEqual(['starting', 'working', 'waiting', 'working', 'idle']);
    });

    it('that is denied keeps the call from running, and the reason reaches the model word for word', async () => {
      const folder = box.folder();
      const reason = 'Not there, please.\n\tUse “/tmp” <instead> & say "why"; 漢字 🙂';
      const talk = await box.start('[[touch:denied.txt]]', { folder });
      await talk.decide({ answer: 'deny', reason });
      expect(await talk.outcomes(1)).toEqual(['done']);
      expect(await toldAfter('touch', 'denied.txt')).toMatchObject([{ text: reason, isError: true }]);
      expect(existsSync(path.join(folder, 'denied.txt'))).toBe(false);
      expect(talk.of('tool')).toMatchObject([{ name: 'Bash', status: 'denied', result: { text: reason } }]);
    });

    it('for an edited input runs what was edited', async () => {
      const folder = box.folder();
      const talk = await box.start('[[touch:proposed.txt]]', { folder });
      await talk.decide({ answer: 'allow', input: { command: 'touch edited.txt', description: 'Make a file' } });
      expect(await talk.outcomes(1)).toEqual(['done']);
      expect([existsSync(path.join(folder, 'proposed.txt')), existsSync(path.join(folder, 'edited.txt'))]).toEqual([false, true]);
    });

    it('is asked for each of parallel calls at once, and each gets its own answer in whatever order they come', async () => {
      const elsewhere = box.folder();
      const files = ['a', 'b', 'c'].map((name) => path.join(elsewhere, name));
      for (const file of files) writeFileSync(file, `contents of ${path.basename(file)}`);
      const another = path.join(elsewhere, 'another');
      writeFileSync(another, 'another one');
      const talk = await box.start(`[[read:${files.join(' ')}]]`);
      const asks = await talk.asks(3);
      const [a, b, c] = files.map((file) => asks.find(({ input }) => input.file_path === file) ?? expect.fail(`no ask for ${file}`));
      expect(talk.summary).toMatchObject({ state: 'waiting', waiting: 3 });
      if (!a || !b || !c) return expect.fail('no three asks');
      await box.core.desk.decide(c.id, { answer: 'allow' }, 'dialog');
      await box.core.desk.decide(a.id, { answer: 'deny', reason: 'not a' }, 'card');
      expect(await talk.asks(1)).toEqual([b]);
      await box.core.desk.decide(b.id, { answer: 'allow', input: { file_path: another } }, 'dialog');
      expect(await talk.outcomes(1)).toEqual(['done']);

      const told = new Map((await toldAfter('read', files.join(' '))).map(({ toolUseId, text: words }) => [toolUseId, words]));
      expect(told.get(a.toolUseId ?? '')).toBe('not a');
      expect(told.get(b.toolUseId ?? '')).toContain('another one');
      expect(told.get(c.toolUseId ?? '')).toContain('contents of c');
      expect(talk.of('tool').map(({ toolUseId, status }) => [toolUseId, status])).toEqual([
        [a.toolUseId, 'denied'],
        [b.toolUseId, 'ok'],
        [c.toolUseId, 'ok'],
      ]);
    });
  });

  describe('a question', () => {
    it('is answered with one choice and with several', async () => {
      const talk = await box.start('[[question:choices]]');
      expect(await talk.ask()).toMatchObject({ kind: 'question', summary: 'Which colour? Which fruits?', input: { questions } });
      const answers = { 'Which colour?': 'Red', 'Which fruits?': ['Apple', 'Plum'] };
      await talk.decide({ answer: 'answers', answers });
      expect(await talk.outcomes(1)).toEqual(['done']);
      const [told] = await toldAfter('question', 'choices');
      expect(told).toMatchObject({ isError: false });
      expect(told?.text).toContain('"Which colour?"="Red"');
      expect(told?.text).toMatch(/"Which fruits\?"="Apple, ?Plum"/);
      expect(talk.of('tool')).toMatchObject([{ status: 'ok', result: { outcome: { what: 'answers' } } }]);
    });

    it('is answered in the person’s own words, with a note', async () => {
      const talk = await box.start('[[question:other]]');
      await talk.decide({
        answer: 'answers',
        answers: { 'Which colour?': 'Something like teal, "dark"', 'Which fruits?': ['Fig', 'and a pear'] },
        notes: { 'Which fruits?': 'ripe ones' },
      });
      expect(await talk.outcomes(1)).toEqual(['done']);
      const [told] = await toldAfter('question', 'other');
      expect(told).toMatchObject({ isError: false });
      expect(told?.text).toContain('"Which colour?"="Something like teal, "dark""');
      expect(told?.text).toMatch(/"Which fruits\?"="Fig, ?and a pear"/);
      expect(told?.text).toContain('ripe ones');
    });

    it('that is not answered goes back with the reason', async () => {
      const talk = await box.start('[[question:none]]');
      await talk.decide({ answer: 'deny', reason: 'Decide yourself.' });
      expect(await talk.outcomes(1)).toEqual(['done']);
      expect(await toldAfter('question', 'none')).toMatchObject([{ text: 'Decide yourself.', isError: true }]);
    });
  });

  describe('a plan', () => {
    it('that is approved ends plan mode', async () => {
      const talk = await box.start('[[plan:approved]]', { planFirst: true });
      // The newer version drops the plan in the call and sends the plan file, which doesn't exist here.
      const input = version === '2.1.197' ? { plan: 'First this.\nThen that.' } : {};
      expect(await talk.ask()).toMatchObject({ kind: 'plan', tool: 'ExitPlanMode', input });
      expect(talk.summary.mode).toBe('plan');
      await talk.decide({ answer: 'allow' });
      expect(await talk.outcomes(1)).toEqual(['done']);
      await talk.reaches('idle');
      expect(talk.summary.mode).toBe('default');
      expect(await toldAfter('plan', 'approved')).toMatchObject([{ isError: false }]);
      talk.send('[[touch:after-plan.txt]]');
      expect(await talk.ask()).toMatchObject({ kind: 'permission', tool: 'Bash' });
    });

    it('that the model wrote into its file is shown from there', async () => {
      const talk = await box.start('[[hello]] where do plans go?', { planFirst: true });
      await talk.outcomes(1);
      await talk.reaches('idle');
      const { messages } = await box.api.waitForRequest((request) => request.text.includes('where do plans go?'));
      const [file] = /\/\S+\/plans\/\S+\.md/.exec(messages.map((one) => one.text).join('\n')) ?? [];
      talk.send(`[[plan-file:${file}]]`);
      expect(await talk.ask()).toMatchObject({ kind: 'plan', summary: 'The plan', input: { plan: '# The plan\n', planFilePath: file } });
      await talk.decide({ answer: 'allow' });
      expect(await talk.outcomes(2)).toEqual(['done', 'done']);
      expect(talk.summary.mode).toBe('default');
    });

    it('that is approved with its edits lets a file be written unasked', async () => {
      const folder = box.folder();
      const file = path.join(folder, 'planned.txt');
      const talk = await box.start(`[[plan-and-write:${file}]]`, { folder, planFirst: true });
      await talk.decide({ answer: 'allow', acceptEdits: true });
      expect(await talk.outcomes(1)).toEqual(['done']);
      expect(talk.summary.mode).toBe('acceptEdits');
      expect(readFileSync(file, 'utf8')).toBe('as planned\n');
      expect(talk.of('tool')).toMatchObject([
        { name: 'ExitPlanMode', status: 'ok' },
        { name: 'Write', status: 'ok' },
      ]);
    });

    it('that is sent back with a comment goes on being planned', async () => {
      const talk = await box.start('[[plan:more]]', { planFirst: true });
      await talk.decide({ answer: 'deny', reason: 'Think of the tests, too.' });
      expect(await talk.outcomes(1)).toEqual(['done']);
      await talk.reaches('idle');
      expect(talk.summary.mode).toBe('plan');
      expect(await toldAfter('plan', 'more')).toMatchObject([{ text: 'Think of the tests, too.', isError: true }]);
    });
  });
});
