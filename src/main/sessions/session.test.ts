import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anAsk } from '../../../test/an-ask';
import { memoryDesk } from '../../../test/memory-desk';
import { type MemoryRun, memoryRuns } from '../../../test/memory-run';
import { noTools } from '../../../test/no-tools';
import { until } from '../../../test/until';
import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import { type AskId, askId, RunId, SessionId } from '../../shared/ids';
import type { OutgoingMessage, SessionState } from '../../shared/session';
import type { TranscriptChange, TranscriptItem } from '../../shared/transcript';
import { Log } from '../base/log';
import { type OwnSummary, Session } from './session';
import type { SessionDependencies } from './session-dependencies';
import type { StoredSession } from './stored-session';

const message = (text: string): OutgoingMessage => ({ text, images: [] });
const fresh: StoredSession = {
  id: SessionId.parse('session'),
  title: 'A session',
  named: false,
  folder: '/project',
  demo: false,
  trusted: true,
  interactive: true,
  model: null,
  mode: 'default',
  permissions: { lasting: 'ask', allUntil: null },
  conversation: { state: 'none' },
  opening: null,
  queued: null,
  offered: null,
};
const kept: StoredSession = { ...fresh, conversation: { state: 'kept', id: 'conversation' } };

/** An answer to what was put off. */
const answerLate = (session: Session): Promise<void> => session.answerLate(anAsk('late'), { answer: 'deny' }, 'card');
const lateWords = 'The user is back and has denied your call of Bash.';

/** One session on runs that are nothing but memory. */
class Bench {
  readonly desk = memoryDesk({ now: () => 0 });
  readonly journal: string[] = [];
  readonly models: string[][] = [];
  readonly session: Session;
  readonly runs: readonly MemoryRun[];
  claude: SessionDependencies['claude'] = async () => ({ command: '/opt/claude', version: '2.1.400' });
  /** The requests that the version does not know. */
  readonly unsupported = new Set<string>();
  now = 0;
  conversationFile: string | null = null;
  /** The ask that the next run is to ask again. */
  marked: AskId | null = null;
  saved: StoredSession;
  toBase64: SessionDependencies['pictures']['toBase64'] = async () => 'aGk=';
  readonly #items = new Map<number, TranscriptItem>();

  constructor(record: StoredSession = fresh) {
    this.saved = record;
    const { runs, startRun } = memoryRuns();
    this.runs = runs;
    this.session = new Session(record, {
      claude: (demo) => this.claude(demo),
      startRun: (id, plan, handlers) => {
        const run = startRun(id, plan, handlers);
        const made = runs.at(-1);
        made?.far.onSent((line) => {
          const { type, message: said } = JSON.parse(line);
          if (type === 'user') this.journal.push(`sent ${said.content}`);
        });
        return run;
      },
      newRunId: () => RunId.parse(`run-${runs.length + 1}`),
      desk: this.desk,
      ledger: {
        write: (_id, changes) => this.#take(changes),
        count: () => this.#items.size,
        fullPage: () => this.items,
      },
      tools: noTools,
      pictures: { toBase64: (image) => this.toBase64(image) },
      env: {},
      // It can't write there, and never throws.
      log: new Log({ folder: '/dev/null/logs' }),
      now: () => this.now,
      save: (when) => {
        this.saved = this.session.record;
        const { opening, queued } = this.saved;
        if (when === 'now') this.journal.push(`saved opening=${opening?.text ?? '-'} queued=${queued?.text ?? '-'}`);
      },
      changed: () => undefined,
      mcpChanged: () => undefined,
      transcript: () => undefined,
      conversations: {
        of: async () => this.conversationFile,
        markOpenCall: async () => ({ marked: this.marked, settled: [] }),
      },
      catalog: {
        keepModels: (models) => this.models.push(models.map(({ name }) => name)),
        keepCommands: () => undefined,
        commandsIn: () => [],
        unsupportedBy: () => this.unsupported,
      },
    });
  }

  #take(changes: readonly TranscriptChange[]): void {
    for (const { item } of changes) this.#items.set(item.index, item);
  }

  get items(): TranscriptItem[] {
    return [...this.#items.values()];
  }

  get summary(): OwnSummary {
    return this.session.summary;
  }

  /** What the transcript's notes say happened to it. */
  get notes(): object[] {
    return this.items.flatMap((item) => (item.kind === 'note' ? [item.note] : []));
  }

  /** What was said, and what became of it. */
  get said(): string[] {
    return this.items.flatMap((item) => (item.kind === 'user' ? [`${item.text}: ${item.state}`] : []));
  }

  async is(state: SessionState): Promise<void> {
    await until(() => expect(this.summary.state).toBe(state));
  }

  /** The run of this number, once it has been started. */
  async run(number: number): Promise<MemoryRun> {
    return until(() => {
      const run = this.runs[number - 1];
      if (!run) throw new Error(`run ${number} was not started`);
      return run;
    });
  }

  /** The run of this number, once it is ready. */
  async ready(number: number, initialized: object = {}): Promise<MemoryRun> {
    const run = await this.run(number);
    await until(() => run.reply('initialize', initialized));
    await until(() => expect(this.summary.state).not.toBe('starting'));
    return run;
  }

  /** A session in the middle of its first turn. */
  static async working(record: StoredSession = fresh): Promise<{ bench: Bench; run: MemoryRun }> {
    const bench = new Bench(record);
    bench.session.send(message('go'));
    const run = await bench.ready(1);
    run.init();
    run.state('running');
    return { bench, run };
  }

  /** A session between two turns. */
  static async idle(record: StoredSession = fresh): Promise<{ bench: Bench; run: MemoryRun }> {
    const { bench, run } = await Bench.working(record);
    run.result();
    run.state('idle');
    expect(bench.summary.state).toBe('idle');
    return { bench, run };
  }
}

/** In memory everything that can happen by itself has happened after one turn of the event loop. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const argsFrom = (run: MemoryRun): string[] =>
  run.plan.args.filter((arg) => /^--(resume|session-id|fork-session|permission-mode|model)/.test(arg));

describe('starting', () => {
  it('is starting until the CLI answers initialize, then idle', async () => {
    const bench = new Bench();
    expect(bench.summary.state).toBe('stopped');
    bench.session.ensureRun();
    expect(bench.summary.state).toBe('starting');
    const run = await bench.run(1);
    expect(bench.summary.state).toBe('starting');
    run.reply('initialize', { models: [{ value: 'sonnet', displayName: 'Sonnet' }, { value: 'opus' }] });
    await bench.is('idle');
    expect(bench.models).toEqual([['Sonnet', 'opus']]);
  });

  it('sends the first message once the run is ready, and not before; it is on disk meanwhile', async () => {
    const bench = new Bench();
    expect(bench.session.send(message('hello'))).toEqual({ queued: false });
    expect(bench.saved.opening).toEqual(message('hello'));
    const run = await bench.run(1);
    await settled();
    expect(run.said).toEqual([]);
    run.reply('initialize');
    await bench.is('working');
    expect(run.said).toEqual(['hello']);
    expect(bench.saved.opening).toBeNull();
    expect(bench.said).toEqual(['hello: sent']);
  });

  const pictured: OutgoingMessage = { text: 'look', images: [{ mediaType: 'image/png', hash: '8f'.repeat(32) }] };
  const picturedLine = [
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
    { type: 'text', text: 'look' },
  ];

  it('sends pictures before the text', async () => {
    const bench = new Bench();
    bench.session.send(pictured);
    const run = await bench.ready(1);
    await until(() => expect(run.said).toEqual([picturedLine]));
  });

  it('keeps a message on disk while its pictures are read, and sends what comes meanwhile after it', async () => {
    const bench = new Bench();
    const read = Promise.withResolvers<string>();
    bench.toBase64 = () => read.promise;
    bench.session.ensureRun();
    const run = await bench.ready(1);
    expect(bench.session.send(pictured)).toEqual({ queued: false });
    expect([bench.saved.opening, bench.summary.state]).toEqual([pictured, 'working']);
    expect(bench.session.send(message('then'))).toEqual({ queued: true });
    expect(run.said).toEqual([]);
    read.resolve('aGk=');
    await until(() => expect(run.said).toEqual([picturedLine]));
    expect([bench.saved.opening, bench.saved.queued]).toEqual([null, message('then')]);
  });

  it('sends a queued message with pictures once, however often that is wanted', async () => {
    const bench = new Bench();
    bench.session.send(message('hello'));
    const run = await bench.ready(1);
    await bench.is('working');
    bench.session.send(pictured);
    bench.session.sendQueuedNow();
    expect(() => bench.session.sendQueuedNow()).toThrow('No message is queued.');
    expect(() => bench.session.discardQueued()).toThrow('No message is queued.');
    await until(() => expect(run.said).toEqual(['hello', picturedLine]));
    expect([bench.saved.opening, bench.saved.queued]).toEqual([null, null]);
  });

  it('offers back a message whose picture is lost, says why, and goes on with the next', async () => {
    const bench = new Bench();
    const read = Promise.withResolvers<string>();
    bench.toBase64 = () => read.promise;
    bench.session.ensureRun();
    const run = await bench.ready(1);
    bench.session.send(pictured);
    bench.session.send(message('then'));
    read.reject(new AppError('picture-lost', 'A picture of this message is missing from the disk.'));
    await until(() => expect(run.said).toEqual(['then']));
    expect([bench.saved.opening, bench.saved.queued, bench.saved.offered]).toEqual([null, null, pictured]);
    expect(bench.items).toContainEqual(
      expect.objectContaining({
        note: { what: 'info', text: 'Your message was not sent. A picture of this message is missing from the disk.' },
      }),
    );
  });

  it('offers a message back when the run ends while its pictures are read', async () => {
    const bench = new Bench();
    const read = Promise.withResolvers<string>();
    bench.toBase64 = () => read.promise;
    bench.session.ensureRun();
    const run = await bench.ready(1);
    bench.session.send(pictured);
    await bench.session.stop();
    expect([bench.saved.opening, bench.saved.offered]).toEqual([null, pictured]);
    read.resolve('aGk=');
    await settled();
    expect([run.said, bench.saved.offered]).toEqual([[], pictured]);
  });

  it('offers a message back once when an idle run exits by itself while its pictures are read', async () => {
    const bench = new Bench();
    const read = Promise.withResolvers<string>();
    bench.toBase64 = () => read.promise;
    bench.session.ensureRun();
    const run = await bench.ready(1);
    bench.session.send(pictured);
    run.far.end({ exitCode: 0 });
    read.resolve('aGk=');
    await until(() => expect(bench.saved.offered).toEqual(pictured));
    expect(bench.saved.opening).toBeNull();
  });

  it('starts one run, however often it is wanted', async () => {
    const bench = new Bench();
    bench.session.ensureRun();
    bench.session.send(message('hello'));
    bench.session.ensureRun();
    await bench.ready(1);
    expect(bench.runs).toHaveLength(1);
    expect(bench.runs[0]?.said).toEqual(['hello']);
  });

  it('starts in the folder, the mode and the model it was given', async () => {
    const bench = new Bench({ ...fresh, mode: 'plan', model: 'opus' });
    bench.session.ensureRun();
    const run = await bench.run(1);
    expect(run.plan.cwd).toBe('/project');
    expect(argsFrom(run)).toEqual(['--permission-mode=plan', expect.stringMatching(/^--session-id=[\da-f-]{36}$/), '--model=opus']);
  });

  it('makes a branch when it is a fork', async () => {
    const bench = new Bench({ ...fresh, conversation: { state: 'fork', from: 'origin' } });
    bench.session.ensureRun();
    const run = await bench.run(1);
    expect(argsFrom(run)).toEqual([
      '--permission-mode=default',
      '--resume=origin',
      '--fork-session',
      expect.stringMatching(/^--session-id=/),
    ]);
  });

  it('sends nothing that says nothing', () => {
    const bench = new Bench();
    expect(() => bench.session.send(message(' \n'))).toThrow(expect.objectContaining({ code: 'bad-request' }));
    expect(bench.summary.state).toBe('stopped');
  });

  it('fails when there is no claude, and offers the message back', async () => {
    const bench = new Bench();
    bench.claude = () => Promise.reject(new AppError('no-claude', 'None here.'));
    bench.session.send(message('hello'));
    await bench.is('failed');
    expect(bench.summary).toMatchObject({ trouble: { code: 'no-claude', text: 'None here.' }, offered: { text: 'hello' } });
    expect(bench.saved).toMatchObject({ opening: null, offered: { text: 'hello' } });
    expect(bench.runs).toEqual([]);
  });

  it('fails when the program can’t be started, and offers the message back', async () => {
    const bench = new Bench();
    bench.session.send(message('hello'));
    const run = await bench.run(1);
    run.far.end({ reason: 'not-started', exitCode: null, message: 'There is no /opt/claude.' });
    await bench.is('failed');
    await settled();
    expect(bench.summary).toMatchObject({ trouble: { code: 'not-started', text: 'There is no /opt/claude.' }, offered: { text: 'hello' } });
    expect(bench.runs).toHaveLength(1);
  });

  it('fails when the CLI refuses to begin, offers the message back, and leaves no run that takes nothing', async () => {
    const bench = new Bench();
    bench.session.send(message('go'));
    const run = await bench.run(1);
    await until(() => run.refuse('initialize', 'Not with me.'));
    await bench.is('failed');
    expect([bench.summary.offered?.text, run.stops, bench.summary.trouble?.text]).toEqual(['go', [true], 'Not with me.']);
    expect(bench.session.send(message('again'))).toEqual({ queued: false });
    await bench.run(2);
  });

  const lacks = (lack: string) => ({
    code: 'not-started',
    text: `Claude Code 2.1.400 lacks something that Signalbox needs (${lack}). Update it with “claude update”; if it is the newest, update Signalbox.`,
  });

  it('says what to do when the CLI does not know the first request, and asks it again at the next start', async () => {
    const bench = new Bench();
    bench.session.send(message('go'));
    const unknown = 'Unsupported control request subtype: initialize';
    const run = await bench.run(1);
    await until(() => run.refuse('initialize', unknown));
    await bench.is('failed');
    expect([bench.summary.trouble, bench.summary.offered?.text]).toEqual([lacks(unknown), 'go']);
    bench.session.send(message('again'));
    expect((await bench.ready(2)).said).toEqual(['again']);
  });

  it('says what to do when the CLI does not know an option, and starts it once only', async () => {
    const bench = new Bench();
    bench.session.send(message('go'));
    const run = await bench.run(1);
    run.errorLines.push("error: unknown option '--setting-sources'");
    run.far.end({ exitCode: 1 });
    await bench.is('failed');
    await settled();
    expect([bench.summary.trouble, bench.summary.offered?.text]).toEqual([lacks("error: unknown option '--setting-sources'"), 'go']);
    expect(bench.runs).toHaveLength(1);
  });

  it('does not send a request that an earlier run of the same version did not know', async () => {
    const { bench, run } = await Bench.idle();
    const change = bench.session.setModel('opus');
    await until(() => run.refuse('set_model', 'Unsupported control request subtype: set_model'));
    await expect(change).rejects.toMatchObject({ code: 'cli-refused' });
    expect([...bench.unsupported]).toEqual(['set_model']);
    await bench.session.restart();
    const next = await bench.ready(2);
    await expect(bench.session.setModel('haiku')).rejects.toMatchObject({ code: 'cli-refused' });
    expect(next.requests).not.toContain('set_model');
  });

  it('tries again when the next message comes', async () => {
    const bench = new Bench();
    bench.session.ensureRun();
    (await bench.run(1)).far.end({ reason: 'not-started', exitCode: null });
    await bench.is('failed');
    bench.session.send(message('again'));
    expect(bench.summary).toMatchObject({ state: 'starting', trouble: null });
    expect((await bench.ready(2)).said).toEqual(['again']);
  });
});

describe('turns', () => {
  it('goes by what the CLI says of its state, and by the result where it says nothing', async () => {
    const { bench, run } = await Bench.working();
    run.result();
    expect(bench.summary.state).toBe('working');
    run.state('idle');
    expect(bench.summary.state).toBe('idle');

    const older = new Bench();
    older.session.send(message('go'));
    const silent = await older.ready(1);
    silent.init();
    expect(older.summary.state).toBe('working');
    silent.result();
    expect(older.summary.state).toBe('idle');
  });

  it('works on a turn nobody asked for', async () => {
    const { bench, run } = await Bench.idle();
    run.init();
    expect(bench.summary.state).toBe('working');
  });

  it('sends at once while idle', async () => {
    const { bench, run } = await Bench.idle();
    expect(bench.session.send(message('next'))).toEqual({ queued: false });
    expect(bench.summary.state).toBe('working');
    expect(run.said).toEqual(['go', 'next']);
  });

  it('tells of a retry, and follows the CLI’s mode', async () => {
    const { bench, run } = await Bench.working();
    run.far.push({
      type: 'system',
      subtype: 'api_retry',
      attempt: 1,
      max_retries: 3,
      retry_delay_ms: 500,
      error_status: 529,
      error: 'overloaded',
    });
    expect(bench.summary.retry).toEqual({ at: 500, attempt: 1, max: 3, error: 'overloaded', status: 529 });
    run.far.push({ type: 'system', subtype: 'status', permissionMode: 'plan' });
    expect(bench.summary.mode).toBe('plan');
    expect(bench.saved.mode).toBe('plan');
    run.far.push({ type: 'system', subtype: 'status', permissionMode: 'acceptEdits' });
    expect(bench.summary.mode).toBe('acceptEdits');
    expect(bench.saved.mode).toBe('default');
  });

  it('remembers the conversation under the id the CLI says, also after /clear', async () => {
    const bench = new Bench();
    bench.session.send(message('go'));
    const run = await bench.ready(1);
    expect(bench.saved.conversation).toEqual({ state: 'none' });
    run.turn();
    expect(bench.saved.conversation).toEqual({ state: 'kept', id: 'conversation' });
    run.init({ session_id: 'cleared' });
    expect(bench.saved.conversation).toEqual({ state: 'kept', id: 'cleared' });
  });
});

describe('the queue', () => {
  it('holds what is sent while the session works, on disk, and sends it once when the turn ends', async () => {
    const { bench, run } = await Bench.working();
    expect(bench.session.send(message('later'))).toEqual({ queued: true });
    expect(bench.summary.queued).toEqual({ text: 'later', images: 0 });
    expect(bench.saved.queued).toEqual(message('later'));
    run.result();
    await settled();
    expect(run.said).toEqual(['go']);
    run.state('idle');
    expect(run.said).toEqual(['go', 'later']);
    expect(bench.summary).toMatchObject({ state: 'working', queued: null });
    run.turn();
    await settled();
    expect(run.said).toEqual(['go', 'later']);
    expect(bench.summary.state).toBe('idle');
  });

  it('has one place: the latest wins, and the earlier ones are offered back, all of them', async () => {
    const { bench, run } = await Bench.working();
    for (const text of ['one', 'two', 'three']) bench.session.send(message(text));
    expect(bench.summary).toMatchObject({ queued: { text: 'three' }, offered: { text: 'one\n\ntwo' } });
    expect(bench.saved.offered).toEqual(message('one\n\ntwo'));
    expect(bench.session.takeOffered()).toEqual(message('one\n\ntwo'));
    expect([bench.summary.offered, bench.saved.offered]).toEqual([null, null]);
    expect(() => bench.session.takeOffered()).toThrow(expect.objectContaining({ code: 'not-found' }));
    run.result();
    run.state('idle');
    expect(run.said).toEqual(['go', 'three']);
  });

  it('is handed to the running turn when the person says so', async () => {
    const { bench, run } = await Bench.working();
    bench.session.send(message('now'));
    bench.session.sendQueuedNow();
    expect(run.said).toEqual(['go', 'now']);
    expect(bench.summary).toMatchObject({ state: 'working', queued: null });
    run.result();
    run.state('idle');
    await settled();
    expect(run.said).toEqual(['go', 'now']);
  });

  it('is discarded when the person says so, and given back', async () => {
    const { bench, run } = await Bench.working();
    bench.session.send(message('later'));
    expect(bench.session.discardQueued()).toEqual(message('later'));
    run.result();
    run.state('idle');
    await settled();
    expect(run.said).toEqual(['go']);
    expect(bench.saved.queued).toBeNull();
    for (const act of [() => bench.session.discardQueued(), () => bench.session.sendQueuedNow()]) {
      expect(act).toThrow(expect.objectContaining({ code: 'not-found' }));
    }
  });

  it('is taken off the disk before it is sent: after a crash of the app nothing is sent twice', async () => {
    const { bench, run } = await Bench.working();
    bench.session.send(message('later'));
    bench.journal.length = 0;
    run.result();
    run.state('idle');
    await settled();
    const sent = bench.journal.indexOf('sent later');
    expect(sent).toBeGreaterThan(0);
    expect(bench.journal[sent - 1]).toBe('saved opening=- queued=-');
  });

  it('comes back from disk and goes with the next run', async () => {
    const bench = new Bench({ ...kept, queued: message('from disk') });
    expect(bench.summary).toMatchObject({ state: 'stopped', queued: { text: 'from disk' } });
    await settled();
    expect(bench.runs).toEqual([]);
    bench.session.sendQueuedNow();
    expect((await bench.ready(1)).said).toEqual(['from disk']);
  });

  it('goes by a new run when the run ended', async () => {
    const { bench, run } = await Bench.working();
    run.result();
    bench.session.send(message('later'));
    run.far.end({ exitCode: 1 });
    const next = await bench.ready(2);
    expect(argsFrom(next)).toContain('--resume=conversation');
    expect(next.said).toEqual(['later']);
  });

  it('waits also while a person is asked', async () => {
    const { bench, run } = await Bench.working();
    run.ask('request-1', 'toolu_1');
    expect(bench.session.send(message('later'))).toEqual({ queued: true });
    expect(run.said).toEqual(['go']);
  });
});

it('offers a message back that the run did not take, and says that it was withdrawn', async () => {
  const { bench, run } = await Bench.idle();
  run.far.hold();
  bench.session.send(message('lost'));
  expect(bench.said).toEqual(['go: sent', 'lost: queued']);
  run.far.end({ exitCode: 1 });
  await until(() => expect(bench.summary.offered).toEqual({ text: 'lost', images: 0 }));
  expect(bench.saved.offered).toEqual(message('lost'));
  expect(bench.said).toEqual(['go: sent', 'lost: withdrawn']);
});

it('offers a first message back that an earlier life of the app did not send', async () => {
  const bench = new Bench({ ...kept, opening: message('first') });
  bench.session.send(message('second'));
  const run = await bench.ready(1);
  expect([run.said, bench.summary.offered?.text]).toEqual([['second'], 'first']);
});

describe('asks', () => {
  const id = askId(fresh.id, 'toolu_1');

  it('waits for a person while an ask is open, and works on when it is decided', async () => {
    const { bench, run } = await Bench.working();
    run.ask('request-1', 'toolu_1');
    expect(bench.summary).toMatchObject({ state: 'waiting', waiting: 1 });
    await bench.desk.decide(id, { answer: 'allow' }, 'card');
    expect(run.answerTo('request-1')).toEqual({ behavior: 'allow', updatedInput: { command: 'ls' } });
    expect(bench.summary).toMatchObject({ state: 'working', waiting: 0 });
  });

  it('lets go of an ask that the CLI cancels', async () => {
    const { bench, run } = await Bench.working();
    run.ask('request-1', 'toolu_1');
    run.far.push({ type: 'control_cancel_request', request_id: 'request-1' });
    expect(bench.summary).toMatchObject({ state: 'working', waiting: 0 });
    await expect(bench.desk.decide(id, { answer: 'allow' }, 'card')).rejects.toMatchObject({ code: 'ask-gone' });
    expect(run.answerTo('request-1')).toBeUndefined();
  });

  it('gives an ask back whose decision does not fit', async () => {
    const { bench, run } = await Bench.working();
    run.ask('request-1', 'toolu_1');
    await expect(bench.desk.decide(id, { answer: 'answers', answers: {} }, 'card')).rejects.toMatchObject({ code: 'bad-request' });
    expect(bench.summary).toMatchObject({ state: 'waiting', waiting: 1 });
  });

  it('denies with the reason, and the transcript says denied', async () => {
    const { bench, run } = await Bench.working();
    run.ask('request-1', 'toolu_1');
    await bench.desk.decide(id, { answer: 'deny', reason: 'Not here.' }, 'card');
    expect(run.answerTo('request-1')).toEqual({ behavior: 'deny', message: 'Not here.' });
    run.toolResult('toolu_1', 'Not here.');
    expect(bench.items.find(({ kind }) => kind === 'tool')).toMatchObject({ status: 'denied' });
    await settled();
    expect(run.requests).toEqual(['initialize']);
  });

  it('denies and stops in two steps: first the reason, then, once the CLI has written it down, the interrupt', async () => {
    const { bench, run } = await Bench.working();
    run.ask('request-1', 'toolu_1');
    await bench.desk.decide(id, { answer: 'deny', reason: 'Stop it.', stop: true }, 'card');
    expect(run.answerTo('request-1')).toEqual({ behavior: 'deny', message: 'Stop it.' });
    run.toolResult('toolu_1', 'Stop it.');
    expect(run.requests).toEqual(['initialize', 'interrupt']);
  });

  it('still waits when its run ends, and says that it did', async () => {
    const { bench, run } = await Bench.working();
    run.ask('request-1', 'toolu_1');
    run.far.end({ exitCode: 1 });
    expect(bench.desk.list).toMatchObject([{ toolUseId: 'toolu_1', note: 'run-ended' }]);
  });
});

describe('an ask whose run is gone', () => {
  afterEach(() => void vi.useRealTimers());

  /** Without a run, and what waits. */
  async function orphaned({ answered = false, tool = 'Bash', input = { command: 'ls' } } = {}) {
    const { bench, run } = await Bench.working(kept);
    run.ask('request-1', 'toolu_1', tool, input);
    if (answered) await bench.desk.decide(askId(fresh.id, 'toolu_1'), { answer: 'allow' }, 'card');
    await bench.session.stop();
    const ask = bench.desk.list[0] ?? expect.fail('nothing waits');
    return { bench, ask };
  }

  /** What Claude is told when the call can't be offered again. */
  async function told(from: Parameters<typeof orphaned>[0], decision: Decision): Promise<unknown[]> {
    const { bench, ask } = await orphaned(from);
    const revived = bench.session.revive(ask, decision);
    const run = await bench.ready(2);
    expect(await revived).toBe(false);
    return run.said;
  }

  it('is not taken for answered when the run that was to ask again is gone, too: nobody was told', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { bench, ask } = await orphaned();
    bench.marked = ask.id;
    const revived = bench.session.revive(ask, { answer: 'deny', reason: 'Not here.' });
    revived.catch(() => undefined);
    const run = await bench.ready(2);
    run.far.end({ exitCode: 0 });
    await expect(revived).rejects.toMatchObject({ code: 'run-gone' });
    expect(run.said).toEqual([]);
  });

  it.each<[string, (bench: Bench, ask: Ask) => Promise<unknown>]>([
    ['that its call was not made', ({ session }, ask) => session.revive(ask, { answer: 'allow' })],
    ['its late answer', ({ session }) => answerLate(session)],
  ])('is not taken for answered when the run ends before it takes %s, and the person is offered no message of ours', async (_, say) => {
    const { bench, ask } = await orphaned();
    const told = say(bench, ask);
    told.catch(() => undefined);
    const run = await bench.run(2);
    await until(() => expect(run.requests).toEqual(['initialize']));
    run.far.hold();
    run.reply('initialize');
    await until(() => expect(run.said).toHaveLength(1));
    run.far.end({ exitCode: 1 });
    await expect(told).rejects.toMatchObject({ code: 'run-gone' });
    expect(bench.summary.offered).toBeNull();
  });

  it('is not taken for answered when the run that was started for it refuses to begin', async () => {
    const { bench } = await orphaned();
    const told = answerLate(bench.session);
    told.catch(() => undefined);
    const run = await bench.run(2);
    run.lingers = new Promise(() => undefined);
    await until(() => run.refuse('initialize', 'Not with me.'));
    await expect(told).rejects.toMatchObject({ code: 'run-gone' });
    expect(run.said).toEqual([]);
  });

  it('was not made, as far as Claude is told, only where nothing was answered before', async () => {
    expect(await told({}, { answer: 'allow' })).toEqual([expect.stringContaining('Your call of Bash was not made')]);
    const [unsure] = await told({ answered: true }, { answer: 'allow' });
    expect(unsure).toEqual(expect.stringContaining('It is not known whether your call of Bash was made'));
    expect(unsure).not.toEqual(expect.stringContaining('was not made'));
  });

  it('does not hold up what is said to a run that has nothing to do: no turn will end', async () => {
    const { bench } = await orphaned();
    bench.session.ensureRun();
    const run = await bench.ready(2);
    expect(bench.summary.state).toBe('waiting');
    expect(bench.session.send(message('hello'))).toEqual({ queued: false });
    expect(run.said).toEqual(['hello']);
  });

  it('is offered to the run that takes over also when its answer was still being written', async () => {
    const { bench, run } = await Bench.working(kept);
    run.ask('request-1', 'toolu_1');
    const id = askId(fresh.id, 'toolu_1');
    bench.marked = id;
    run.far.hold();
    const decided = bench.desk.decide(id, { answer: 'allow' }, 'card');
    run.far.end({ exitCode: 1 });
    await expect(decided).rejects.toMatchObject({ code: 'run-gone' });
    const next = await bench.ready(2);
    const revived = bench.session.revive(bench.desk.list[0] ?? expect.fail('nothing waits'), { answer: 'allow' });
    await settled();
    next.ask('request-2', 'toolu_1');
    expect([await revived, next.said]).toEqual([true, []]);
  });

  it('takes with it all that the person said', async () => {
    expect(await told({}, { answer: 'allow', note: 'And be quick.' })).toEqual([expect.stringContaining('And be quick.')]);
    const question = { tool: 'AskUserQuestion', input: { command: '', questions: [{ question: 'Which?', options: [] }] } };
    const answers = { 'Which?': 'The blue one' };
    const notes = { 'Which?': 'for now' };
    expect(await told(question, { answer: 'answers', answers, notes })).toEqual([expect.stringContaining('Which? The blue one (for now)')]);
    const input = { command: 'ls -a' };
    expect(await told({}, { answer: 'allow', input })).toEqual([expect.stringContaining('{"command":"ls -a"}')]);
  });
});

it('tells nothing to a run that is on its way out: the next one hears it', async () => {
  const { bench, run } = await Bench.idle();
  const gone = Promise.withResolvers<void>();
  run.lingers = gone.promise;
  const stopped = bench.session.stop();
  const told = answerLate(bench.session);
  await settled();
  gone.resolve();
  await stopped;
  const next = await bench.ready(2);
  await told;
  expect([run.said, next.said]).toEqual([['go'], [lateWords]]);
});

describe('stopping', () => {
  it('ends the run, and resumes with the next message', async () => {
    const { bench, run } = await Bench.idle();
    await bench.session.stop();
    expect(run.stops).toEqual([false]);
    expect(bench.summary).toMatchObject({ state: 'stopped', trouble: null });
    expect(bench.notes).toEqual([]);
    bench.session.send(message('again'));
    const next = await bench.ready(2);
    expect(argsFrom(next)).toEqual(['--permission-mode=default', '--resume=conversation']);
    expect(next.said).toEqual(['again']);
    expect(bench.notes).toEqual([{ what: 'restart', automatic: false }]);
  });

  it('says when an ask waits: then the run must not see the end of its input first', async () => {
    const { bench, run } = await Bench.working();
    run.ask('request-1', 'toolu_1');
    await bench.session.stop();
    expect(run.stops).toEqual([true]);
    // It can still be answered: that brings a run back.
    expect(bench.summary).toMatchObject({ state: 'waiting', waiting: 1, pid: null });
  });

  it('takes no stop for a crash, also in the middle of a turn', async () => {
    const { bench } = await Bench.working();
    await bench.session.stop();
    await settled();
    expect(bench.summary).toMatchObject({ state: 'stopped', trouble: null });
    expect(bench.runs).toHaveLength(1);
    expect(bench.notes).toEqual([]);
  });

  it('before the run is ready gives the first message back', async () => {
    const bench = new Bench();
    bench.session.send(message('hello'));
    await bench.run(1);
    await bench.session.stop();
    await settled();
    expect(bench.summary).toMatchObject({ state: 'stopped', offered: { text: 'hello' } });
    expect(bench.saved.opening).toBeNull();
    expect(bench.runs).toHaveLength(1);
  });

  it('before claude was even found starts no run', async () => {
    const bench = new Bench();
    const found = Promise.withResolvers<{ command: string }>();
    bench.claude = () => found.promise;
    bench.session.send(message('hello'));
    const stopped = bench.session.stop();
    found.resolve({ command: '/opt/claude' });
    await stopped;
    expect(bench.summary).toMatchObject({ state: 'stopped', offered: { text: 'hello' } });
    expect(bench.runs).toEqual([]);
  });

  it('keeps what is queued', async () => {
    const { bench } = await Bench.working();
    bench.session.send(message('later'));
    await bench.session.stop();
    await settled();
    expect(bench.summary).toMatchObject({ state: 'stopped', queued: { text: 'later' } });
    expect(bench.runs).toHaveLength(1);
  });

  it('does nothing where there is no run', async () => {
    const bench = new Bench();
    await bench.session.stop();
    expect(bench.summary.state).toBe('stopped');
  });

  it('restarts on the same conversation', async () => {
    const { bench } = await Bench.idle();
    await bench.session.restart();
    expect(argsFrom(await bench.ready(2))).toContain('--resume=conversation');
    expect(bench.summary.state).toBe('idle');
  });

  it('restarts once, however often it is asked to while the run stops', async () => {
    const { bench } = await Bench.idle();
    await Promise.all([bench.session.restart(), bench.session.restart()]);
    await bench.ready(2);
    expect(bench.runs).toHaveLength(2);
  });

  it('kills the run when the app exits', async () => {
    const { bench, run } = await Bench.idle();
    bench.session.killNow();
    expect(run.killed).toBe(true);
  });
});

describe('a run that ends by itself', () => {
  const crash = { exitCode: null, signal: 'SIGKILL', message: 'It was killed.' };

  it('while working is a crash: it is noted with what it said last, and resumed once, idle', async () => {
    const { bench, run } = await Bench.working(kept);
    run.errorLines.push('out of memory');
    run.far.end(crash);
    const next = await bench.ready(2);
    expect(bench.notes.slice(-2)).toEqual([
      { what: 'crash', exitCode: null, signal: 'SIGKILL', stderr: 'out of memory' },
      { what: 'restart', automatic: true },
    ]);
    expect(argsFrom(next)).toEqual(['--permission-mode=default', '--resume=conversation']);
    await settled();
    expect(next.said).toEqual([]);
    expect(bench.summary).toMatchObject({ state: 'idle', trouble: null });
  });

  it('is resumed twice; the third crash within five minutes waits for the person', async () => {
    const { bench, run } = await Bench.working(kept);
    run.far.end(crash);
    for (const number of [2, 3]) {
      const next = await bench.ready(number);
      next.init();
      next.far.end(crash);
    }
    await bench.is('failed');
    await settled();
    expect(bench.runs).toHaveLength(3);
    expect(bench.summary.trouble).toMatchObject({ code: 'crashed', text: expect.stringContaining('It was killed.') });
    await bench.session.restart();
    await bench.ready(4);
    expect(bench.summary).toMatchObject({ state: 'idle', trouble: null });
  });

  it('is resumed again when the crashes are far apart', async () => {
    const { bench, run } = await Bench.working(kept);
    run.far.end(crash);
    for (const number of [2, 3, 4]) {
      bench.now += 5 * 60_000;
      const next = await bench.ready(number);
      next.init();
      next.far.end(crash);
    }
    await bench.ready(5);
    expect(bench.summary.state).toBe('idle');
  });

  it('before it was ready still delivers the first message, by the run that takes over', async () => {
    const bench = new Bench();
    bench.session.send(message('hello'));
    (await bench.run(1)).far.end({ exitCode: 1 });
    expect((await bench.ready(2)).said).toEqual(['hello']);
  });

  it('before it was ready, three times, fails and offers the first message back', async () => {
    const bench = new Bench();
    bench.session.send(message('hello'));
    for (const number of [1, 2, 3]) (await bench.run(number)).far.end({ exitCode: 1 });
    await bench.is('failed');
    expect(bench.summary).toMatchObject({ trouble: { code: 'crashed' }, offered: { text: 'hello' } });
    expect(bench.runs).toHaveLength(3);
  });

  it('while idle leaves the session stopped; the next message resumes it', async () => {
    const { bench, run } = await Bench.idle();
    run.far.end({ exitCode: 0 });
    expect(bench.summary).toMatchObject({ state: 'stopped', trouble: null });
    await settled();
    expect(bench.runs).toHaveLength(1);
    bench.session.send(message('again'));
    expect(argsFrom(await bench.ready(2))).toContain('--resume=conversation');
  });

  it('while idle but with an error is noted, and not taken up again', async () => {
    const { bench, run } = await Bench.idle();
    run.far.end(crash);
    await settled();
    expect(bench.summary).toMatchObject({ state: 'stopped', trouble: null });
    expect(bench.notes).toEqual([{ what: 'crash', exitCode: null, signal: 'SIGKILL', stderr: '' }]);
    expect(bench.runs).toHaveLength(1);
  });

  it('because its line was too long fails, and is not taken up again', async () => {
    const { bench, run } = await Bench.working();
    run.far.end({ reason: 'line-too-long', exitCode: null, message: 'A line was too long.' });
    await settled();
    expect(bench.summary).toMatchObject({ state: 'failed', trouble: { code: 'line-too-long', text: 'A line was too long.' } });
    expect(bench.runs).toHaveLength(1);
  });

  it('because the CLI does not know the conversation starts afresh, with the message, and says so', async () => {
    const bench = new Bench(kept);
    bench.session.send(message('hello'));
    const run = await bench.run(1);
    run.noConversation();
    run.far.end({ exitCode: 1 });
    const next = await bench.ready(2);
    expect(argsFrom(next)).toEqual(['--permission-mode=default', expect.stringMatching(/^--session-id=/)]);
    expect(next.said).toEqual(['hello']);
    expect(bench.notes).toEqual([{ what: 'info', text: expect.stringContaining('no record of this conversation') }]);
  });

  it('because the CLI does not know the conversation starts afresh also for an answer, and Claude is told that the call was not made', async () => {
    const bench = new Bench(kept);
    // As long as finding it on a disk takes.
    bench.claude = () => new Promise((resolve) => setImmediate(resolve, { command: '/opt/claude' }));
    const told = answerLate(bench.session);
    const run = await bench.run(1);
    run.noConversation();
    run.far.end({ exitCode: 1 });
    const next = await bench.ready(2);
    await told;
    expect(next.said).toEqual([lateWords]);
  });
});

describe('the mode', () => {
  it('wider than asked in the first init stops the run by a signal, and says why', async () => {
    const bench = new Bench();
    bench.session.send(message('go'));
    const run = await bench.ready(1);
    run.init({ permissionMode: 'bypassPermissions' });
    await bench.is('failed');
    expect(run.stops).toEqual([true]);
    expect(bench.summary.trouble).toMatchObject({ code: 'mode-wider', text: expect.stringContaining('bypassPermissions') });
    await settled();
    expect(bench.runs).toHaveLength(1);
  });

  it('wider than asked in the answer to initialize stops the run before anything is said to it', async () => {
    const bench = new Bench();
    bench.session.send(message('go'));
    const run = await bench.ready(1, { current_permission_mode: 'auto' });
    expect(run.said).toEqual([]);
    expect(bench.summary).toMatchObject({ state: 'failed', trouble: { code: 'mode-wider' }, offered: { text: 'go' } });
  });

  it('default where plan was asked for is wider, too', async () => {
    const bench = new Bench({ ...fresh, mode: 'plan' });
    bench.session.send(message('go'));
    const run = await bench.ready(1);
    run.init({ permissionMode: 'default' });
    await bench.is('failed');
    expect(bench.summary.trouble?.code).toBe('mode-wider');
  });

  it('of later turns is followed: a person may have widened it', async () => {
    const { bench, run } = await Bench.idle();
    run.init({ permissionMode: 'acceptEdits' });
    expect(bench.summary).toMatchObject({ state: 'working', mode: 'acceptEdits', trouble: null });
  });

  it('and the model change while it runs, and are kept for the next run', async () => {
    const { bench, run } = await Bench.idle();
    const planned = bench.session.setPlanMode(true);
    run.reply('set_permission_mode', { mode: 'plan' });
    await planned;
    const chosen = bench.session.setModel('opus');
    run.reply('set_model');
    await chosen;
    expect(bench.summary).toMatchObject({ mode: 'plan', model: 'opus' });
    await bench.session.restart();
    expect(argsFrom(await bench.run(2))).toEqual(['--permission-mode=plan', '--resume=conversation', '--model=opus']);
  });

  it('stays as it was when the CLI refuses the change', async () => {
    const { bench, run } = await Bench.idle();
    const change = bench.session.setModel('no-such-model');
    run.refuse('set_model', 'There is no such model.');
    await expect(change).rejects.toMatchObject({ code: 'cli-refused' });
    expect(bench.summary.model).toBeNull();
  });

  it('stays as it was when the CLI refuses what was chosen while the run started', async () => {
    const bench = new Bench();
    bench.session.send(message('hello'));
    const run = await bench.run(1);
    await bench.session.setModel('no-such-model');
    run.reply('initialize');
    await until(() => run.refuse('set_model', 'There is no such model.'));
    await bench.is('working');
    expect([run.said, bench.summary.model, bench.summary.trouble]).toEqual([['hello'], null, null]);
  });

  it('changes without a run, too', async () => {
    const bench = new Bench();
    await bench.session.setPlanMode(true);
    await bench.session.setModel('opus');
    expect(bench.summary).toMatchObject({ mode: 'plan', model: 'opus', state: 'stopped' });
    expect(bench.saved).toMatchObject({ mode: 'plan', model: 'opus' });
  });
});

it('is renamed here and in the CLI', async () => {
  const { bench, run } = await Bench.idle();
  const renamed = bench.session.rename('Better');
  run.reply('rename_session');
  await renamed;
  expect(bench.saved).toMatchObject({ title: 'Better', named: true });
});

it('interrupts the turn, and does nothing where there is no run', async () => {
  const { bench, run } = await Bench.working();
  const interrupted = bench.session.interrupt();
  run.reply('interrupt');
  await interrupted;
  expect(run.requests).toEqual(['initialize', 'interrupt']);
  await new Bench().session.interrupt();
});

describe('handed off to a terminal', () => {
  const line = (uuid: string, parentUuid: string | null, text: string): string =>
    `${JSON.stringify({ type: 'user', uuid, parentUuid, sessionId: 'conversation', message: { role: 'user', content: text } })}\n`;

  it('ends its run for a terminal, starts none meanwhile, and afterwards has what was said there', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-handoff-'));
    try {
      const bench = new Bench(kept);
      bench.conversationFile = path.join(folder, 'conversation.jsonl');
      writeFileSync(bench.conversationFile, line('a', null, 'said here before'));
      const { promise: exited, resolve: leave } = Promise.withResolvers<void>();
      await bench.session.continueInTerminal({ HOME: '/home/me' }, async (plan) => {
        expect(plan()).toEqual({
          command: '/opt/claude',
          args: ['--permission-mode=default', '--resume=conversation'],
          env: { HOME: '/home/me', DISABLE_AUTOUPDATER: '1' },
          cwd: '/project',
        });
        return { exited };
      });
      expect(() => bench.session.send(message('hello'))).toThrow(expect.objectContaining({ code: 'in-terminal' }));
      await expect(bench.session.restart()).rejects.toMatchObject({ code: 'in-terminal' });
      expect(bench.runs).toEqual([]);
      appendFileSync(bench.conversationFile, line('b', 'a', 'said there'));
      leave();
      await until(() => expect(bench.said).toEqual(['said there: sent']));
      await until(() => expect(bench.session.send(message('back'))).toEqual({ queued: false }));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has no run beside the other place, also when an answer was to start one as soon as the last was gone', async () => {
    const { bench, run } = await Bench.idle(kept);
    const gone = Promise.withResolvers<void>();
    run.lingers = gone.promise;
    void bench.session.stop();
    const told = answerLate(bench.session);
    const there = bench.session.continueInTerminal({}, async () => ({ exited: new Promise(() => undefined) }));
    await settled();
    gone.resolve();
    await expect(told).rejects.toMatchObject({ code: 'in-terminal' });
    await there;
    expect(bench.runs).toEqual([run]);
  });

  it('is here again when the other place can’t be made, and has nothing to continue before anything was said', async () => {
    const bench = new Bench(kept);
    await expect(bench.session.continueInTerminal({}, () => Promise.reject(new Error('no terminal')))).rejects.toThrow('no terminal');
    expect(bench.session.send(message('hello'))).toEqual({ queued: false });
    await expect(new Bench().session.continueInTerminal({}, () => Promise.reject(new Error('not asked')))).rejects.toMatchObject({
      code: 'bad-request',
    });
  });
});
