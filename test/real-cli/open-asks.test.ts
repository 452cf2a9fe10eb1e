import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Scenario, text, together, tool } from '../../e2e/support/scripted-api';
import type { Ask } from '../../src/shared/ask';
import { until } from '../until';
import { bash, type Talk, useBox, versions } from './support';

const scenario: Scenario = {
  plays: {
    // Adds one line to a file each time it really runs.
    mark: [(file) => bash(`echo ran >> ${file}`), text('Marked.')],
    // Calls of one message: the CLI asks about commands one after the other, and about reads all at once.
    three: [(folder) => together(...[1, 2, 3].map((n) => bash(`echo ran >> ${folder}/${n}`))), text('Marked.')],
    reads: [(folder) => together(...[1, 2, 3].map((n) => tool('Read', { file_path: `${folder}/${n}` }))), text('Read.')],
    plan: [tool('ExitPlanMode', { plan: '# Do it' }), text('On it.')],
    colour: [
      tool('AskUserQuestion', {
        questions: [
          {
            question: 'Which colour?',
            header: 'Colour',
            multiSelect: false,
            options: [
              { label: 'Red', description: 'Warm' },
              { label: 'Blue', description: 'Cold' },
            ],
          },
        ],
      }),
      text('Thank you.'),
    ],
  },
};

describe.each(versions)('an ask of Claude %s', (_version, claude) => {
  const box = useBox({ claude, scenario });

  const marks = (file: string): number => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).length : 0);
  /** Starts a session whose ask is open and in the CLI's transcript. */
  async function asking(file: string): Promise<{ talk: Talk; ask: Ask }> {
    const talk = await box.start(`[[mark:${file}]]`, { folder: path.dirname(file) });
    const ask = await talk.ask();
    await box.onDisk(ask.toolUseId ?? '');
    return { talk, ask };
  }
  /** Ends the app like kill -9: nothing is closed, and the runs die with it. */
  function dieAndComeBack(talk: Talk): Talk {
    box.core.sessions.killAllNow();
    box.reopen();
    return box.talk(talk.id);
  }

  /**
   * Kills the app, and removes the call from the transcript as if the CLI had died before it wrote it, which takes it tens of
   * milliseconds.
   */
  async function unwritten(file: string): Promise<Talk> {
    const { talk, ask } = await asking(file);
    box.core.sessions.killAllNow();
    for (const transcript of box.transcripts) {
      const lines = readFileSync(transcript, 'utf8').split('\n');
      const cut = lines.findIndex((line) => line.includes(ask.toolUseId ?? ''));
      if (cut >= 0) writeFileSync(transcript, `${lines.slice(0, cut).join('\n')}\n`);
    }
    box.reopen();
    return box.talk(talk.id);
  }

  it('is there again after the app was killed, and answering it makes the very same call', async () => {
    const file = path.join(box.folder(), 'marks');
    const { talk: before, ask } = await asking(file);
    const talk = dieAndComeBack(before);
    expect(await talk.ask()).toMatchObject({ id: ask.id, note: 'app-restarted', summary: ask.summary });
    expect(talk.summary).toMatchObject({ state: 'waiting', pid: null });
    expect(marks(file)).toBe(0);

    await talk.decide({ answer: 'allow' });
    await until(() => expect(marks(file)).toBe(1));
    await talk.reaches('idle');
    const results = (await box.api.waitForRequest((request) => request.toolResults.length > 0 && request.messages.length > 1)).toolResults;
    expect(results).toHaveLength(1);
    expect(talk.of('tool').filter(({ toolUseId }) => toolUseId === ask.toolUseId)).toMatchObject([{ status: 'ok' }]);
    expect(marks(file)).toBe(1);
  });

  it('can be denied after the app was killed: the call is not made, and the reason arrives', async () => {
    const file = path.join(box.folder(), 'marks');
    const { talk: before } = await asking(file);
    const talk = dieAndComeBack(before);
    await talk.decide({ answer: 'deny', reason: 'not after a restart' });
    await until(() =>
      expect(box.api.seen.some(({ toolResults }) => JSON.stringify(toolResults).includes('not after a restart'))).toBe(true),
    );
    await talk.reaches('idle');
    expect(marks(file)).toBe(0);
  });

  it('is asked again by itself when only its run died', async () => {
    const file = path.join(box.folder(), 'marks');
    const { talk, ask } = await asking(file);
    const first = talk.pid;
    process.kill(first, 'SIGKILL');
    await until(() => expect([null, first]).not.toContain(talk.summary.pid));
    await talk.reaches('waiting');
    expect(await talk.ask()).toMatchObject({ id: ask.id, note: 'run-ended' });
    await talk.decide({ answer: 'allow' });
    await until(() => expect(marks(file)).toBe(1));
    await talk.reaches('idle');
  });

  it('whose call was made together with others is made after a restart, and Claude has the results from before', async () => {
    const folder = box.folder();
    const made = () => [1, 2, 3].map((n) => marks(path.join(folder, String(n))));
    const before = await box.start(`[[three:${folder}]]`, { folder });
    await before.decide({ answer: 'allow' });
    const { id, toolUseId } = await until(async () => {
      const ask = await before.ask();
      expect(made()).toEqual([1, 0, 0]);
      return ask;
    });
    await until(() => expect(before.of('tool').map(({ status }) => status)).toContain('ok'));
    await box.onDisk(`"tool_use_id":"${before.of('tool')[0]?.toolUseId}"`);
    const talk = dieAndComeBack(before);
    // The first ask may not have been removed from the disk yet, but its result exists.
    box.core.startDeferredWork();
    expect(await talk.ask()).toMatchObject({ id, note: 'app-restarted' });
    await talk.decide({ answer: 'allow' });
    await talk.reaches('idle');
    expect(made()).toEqual([1, 1, 0]);
    const { toolResults } = box.api.seen.findLast((request) => request.toolResults.length > 0) ?? expect.fail('no results');
    expect(toolResults.map((result) => result.toolUseId)).toEqual([before.of('tool')[0]?.toolUseId, toolUseId]);
  });

  it('that waited beside others is the one that is made when it is answered; of the others Claude is told', async () => {
    const elsewhere = box.folder();
    for (const n of [1, 2, 3]) writeFileSync(path.join(elsewhere, String(n)), `content ${n}`);
    const before = await box.start(`[[reads:${elsewhere}]]`);
    const asks = await before.asks(3);
    for (const { toolUseId } of asks) await box.onDisk(toolUseId ?? '');
    const talk = dieAndComeBack(before);
    const [one, two, three] = await talk.asks(3);
    if (!one || !two || !three) return expect.fail('three wait');
    await box.core.desk.decide(two.id, { answer: 'allow' }, 'dialog');
    await box.api.waitForRequest(({ toolResults }) => JSON.stringify(toolResults).includes('content 2'));
    await talk.reaches('waiting');
    for (const { id } of [one, three]) await box.core.desk.decide(id, { answer: 'allow' }, 'dialog');
    const told = () => talk.of('user').filter((said) => said.text.includes('Your call of Read was not made'));
    await until(() => expect(told()).toHaveLength(2));
    await talk.reaches('idle');
    expect(JSON.stringify(box.api.seen.map(({ toolResults }) => toolResults))).not.toMatch(/content [13]/);
  });

  it('that is a question keeps its answer over a restart', async () => {
    const before = await box.start('[[colour]]');
    const { toolUseId } = await before.ask();
    await box.onDisk(toolUseId ?? '');
    const talk = dieAndComeBack(before);
    expect(await talk.ask()).toMatchObject({ kind: 'question', note: 'app-restarted' });
    await talk.decide({ answer: 'answers', answers: { 'Which colour?': 'Blue' } });
    await until(() => expect(box.api.seen.some(({ toolResults }) => JSON.stringify(toolResults).includes('Blue'))).toBe(true));
    await talk.reaches('idle');
  });

  it('that is a plan ends plan mode when it is approved after a restart', async () => {
    const before = await box.start('[[plan]]', { planFirst: true });
    const { toolUseId } = await before.ask();
    await box.onDisk(toolUseId ?? '');
    const talk = dieAndComeBack(before);
    await talk.decide({ answer: 'allow' });
    await talk.reaches('idle');
    expect([talk.session.record.mode, talk.notes('mode').filter(({ mode }) => mode === 'plan')]).toEqual(['default', []]);
  });

  it('whose call the CLI never wrote down is told to Claude as not made', async () => {
    const file = path.join(box.folder(), 'marks');
    const talk = await unwritten(file);
    await talk.decide({ answer: 'allow' });
    const told = await box.api.waitForRequest((request) => request.text.includes('Your call of Bash was not made'));
    expect(told.text).toContain('The user has answered it only now.');
    await until(() => expect(box.core.desk.list).toEqual([]));
    expect(box.core.ledger.decisions()).toMatchObject([{ decision: 'not-made', tool: 'Bash' }, ...box.core.ledger.decisions().slice(1)]);
  });

  it('whose call can’t be made any more is told to Claude without a turn when the person stops it', async () => {
    const talk = await unwritten(path.join(box.folder(), 'marks'));
    await talk.decide({ answer: 'deny', reason: 'Leave it.', stop: true });
    await talk.reaches('idle');
    talk.send('[[mark:other]]');
    const context = await box.contextOf('[[mark:other]]');
    expect(context.slice(context.indexOf('do not make it again.'), context.indexOf('[[mark:other]]'))).toMatch(
      /^do not make it again\.\nLeave it\.\s*(user: )?$/,
    );
  });

  it('whose edited input goes as a message has Claude Code read no file that is named in it', async () => {
    const folder = box.folder();
    const secret = path.join(folder, 'secret.txt');
    writeFileSync(secret, 'the words of the secret');
    const talk = await unwritten(path.join(folder, 'marks'));
    await talk.decide({ answer: 'allow', input: { command: `wc @${secret}` } });
    const context = await box.contextOf('The user wants it with this input instead');
    expect([context.includes('secret.txt'), context.includes('the words of the secret')]).toEqual([true, false]);
  });

  it('whose answer had arrived when the app was killed is not asked again', async () => {
    const file = path.join(box.folder(), 'marks');
    const { talk: before, ask } = await asking(file);
    const asks = path.join(box.home.home, 'signalbox', 'asks.json');
    await before.decide({ answer: 'allow' });
    const answered = readFileSync(asks);
    await before.reaches('idle');
    await box.onDisk(`"tool_use_id":"${ask.toolUseId}"`);
    box.core.sessions.killAllNow();
    // The file from before the app noted that the call has its result.
    writeFileSync(asks, answered);
    box.reopen();
    expect(box.core.desk.list).toMatchObject([{ id: ask.id, note: 'may-have-run' }]);
    box.core.startDeferredWork();
    await until(() => expect(box.core.desk.list).toEqual([]));
    expect([marks(file), box.talk(before.id).summary.pid]).toEqual([1, null]);
    const rows = box.core.ledger.decisions().filter(({ askId }) => askId === ask.id);
    expect(rows.map(({ decision }) => decision)).toEqual(['allow']);
  });

  it('that was answered when the app was killed comes back as one that may have run, and is not sent again by itself', async () => {
    const file = path.join(box.folder(), 'marks');
    const { talk: before, ask } = await asking(file);
    // The answer is on disk, and the app dies before it notes that the answer was delivered.
    const decided = box.core.desk.decide(ask.id, { answer: 'allow' }, 'dialog').catch(() => undefined);
    box.core.sessions.killAllNow();
    await decided;
    box.reopen();
    const talk = box.talk(before.id);
    const waiting = box.core.desk.list.filter(({ sessionId }) => sessionId === talk.id);
    for (const one of waiting) expect(one.note).toBe('may-have-run');
    expect(marks(file)).toBeLessThanOrEqual(1);
    expect(talk.summary.pid).toBeNull();
  });
});
