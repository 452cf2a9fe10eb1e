import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aSession } from '../../../test/a-session';
import { anAsk } from '../../../test/an-ask';
import { AppError } from '../../shared/errors';
import { SessionId } from '../../shared/ids';
import { AskNotifications } from './ask-notifications';
import { MemorySurroundings } from './memory-surroundings';
import { MemoryNotifier } from './notifications/memory-notifier';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const soon = () => vi.advanceTimersByTimeAsync(200);

function setUp({ startedAt = 0, known = [] as ReturnType<typeof anAsk>[] } = {}) {
  const surroundings = new MemorySurroundings();
  surroundings.sessions.set({ sessions: [aSession('Fix the build')] });
  surroundings.asks.set(known);
  const notifier = new MemoryNotifier();
  const failures: unknown[] = [];
  const notifications = new AskNotifications({ surroundings, notifier, startedAt, onFailure: (error) => failures.push(error) });
  return { surroundings, notifier, notifications, failures };
}

it('says what waits and in which session, and takes the answer', async () => {
  const { surroundings, notifier } = setUp();
  const ask = anAsk('npm test');
  surroundings.asks.set([ask]);
  await soon();
  expect(notifier.open).toMatchObject([{ title: 'Bash · Fix the build', body: 'npm test', stays: true }]);
  notifier.open[0]?.pressed('allow');
  notifier.open[0]?.pressed('no such key');
  notifier.open[0]?.opened();
  expect(surroundings.calls).toEqual([
    ['decide', ask.id, { answer: 'allow' }, 'notification'],
    ['showAsk', ask.id],
  ]);
});

it('takes a notification back when its ask is answered anywhere, or looked at', async () => {
  const { surroundings, notifier } = setUp();
  surroundings.asks.set([anAsk('one'), anAsk('two')]);
  await soon();
  expect(notifier.open).toHaveLength(2);
  surroundings.asks.set([anAsk('two')]);
  expect(notifier.open.map(({ body }) => body)).toEqual(['two']);
  surroundings.inView.set({ session: SessionId.parse('session'), ask: null, inbox: false });
  expect(notifier.open).toEqual([]);
});

it('never shows what was answered before anyone could have read it', async () => {
  const { surroundings, notifier } = setUp();
  surroundings.asks.set([anAsk('quick')]);
  surroundings.asks.set([]);
  await soon();
  expect(notifier.shown).toEqual([]);
});

it('does not tell of what came while nobody wanted to be disturbed, however soon that is over', async () => {
  const { surroundings, notifier } = setUp();
  surroundings.changeSettings({ doNotDisturb: true });
  surroundings.asks.set([anAsk('quiet')]);
  surroundings.changeSettings({ doNotDisturb: false });
  surroundings.asks.set([anAsk('quiet'), anAsk('heard')]);
  await soon();
  expect(notifier.shown.map(({ body }) => body)).toEqual(['heard']);
});

it('counts a burst in one notification, down to the last', async () => {
  const { surroundings, notifier } = setUp();
  const asks = ['a', 'b', 'c', 'd'].map((name) => anAsk(name));
  surroundings.asks.set(asks);
  await soon();
  expect(notifier.open.map(({ title }) => title)).toEqual(['4 waiting']);
  surroundings.asks.set(asks.slice(2));
  expect(notifier.open.map(({ title }) => title)).toEqual(['2 waiting']);
  notifier.open[0]?.pressed('show');
  expect(surroundings.calls).toEqual([['showInbox']]);
  surroundings.asks.set([]);
  expect(notifier.open).toEqual([]);
});

it('shows what is new again once the person has put the earlier ones away', async () => {
  const { surroundings, notifier } = setUp();
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const arrive = async (count: number) => {
    surroundings.asks.set(names.slice(0, count).map((name) => anAsk(name)));
    await soon();
  };
  await arrive(4);
  notifier.shown.at(-1)?.closed();
  await arrive(5);
  expect(notifier.shown.map(({ title }) => title)).toEqual(['4 waiting', 'Bash · Fix the build']);
  await arrive(7);
  for (const notification of notifier.shown) notification.closed();
  surroundings.asks.set([anAsk('h'), anAsk('i')]);
  await soon();
  expect(notifier.open.slice(-2).map(({ body }) => body)).toEqual(['h', 'i']);
});

it('says so when an answer comes too late, and does nothing else', async () => {
  const { surroundings, notifier, failures } = setUp();
  surroundings.asks.set([anAsk('one')]);
  await soon();
  surroundings.answer = async () => {
    throw new AppError('already-answered', 'Already answered in the dialog, 2 s ago.');
  };
  notifier.open[0]?.pressed('deny');
  await soon();
  expect(notifier.shown.at(-1)).toMatchObject({
    title: 'Nothing was done · Fix the build',
    body: 'Already answered in the dialog, 2 s ago.',
    stays: false,
  });
  expect(failures).toEqual([]);
});

it('says that something went wrong without its details, which go to the log', async () => {
  const { surroundings, notifier, failures } = setUp();
  surroundings.asks.set([anAsk('one')]);
  await soon();
  surroundings.answer = () => Promise.reject(new TypeError('secret'));
  notifier.open[0]?.pressed('allow');
  await soon();
  expect(notifier.shown.at(-1)?.body).not.toContain('secret');
  expect(failures).toEqual([new TypeError('secret')]);
});

it('takes what was asked before the start for known, and what was asked since for new', async () => {
  const { notifier } = setUp({ startedAt: 500, known: [anAsk('old', { askedAt: 400 }), anAsk('new', { askedAt: 600 })] });
  await soon();
  expect(notifier.open.map(({ body }) => body)).toEqual(['new']);
});

it('tells the end of a session that is not looked at, with the reason of a failure', () => {
  const { surroundings, notifier } = setUp();
  const trouble = { code: 'crashed', text: 'Claude ended three times.' } as const;
  surroundings.sessions.set({ sessions: [aSession('Fix the build', { state: 'failed', trouble })] });
  expect(notifier.open).toMatchObject([{ title: 'Failed · Fix the build', body: 'Claude ended three times.' }]);
  notifier.open[0]?.opened();
  expect(surroundings.calls).toEqual([['showSession', SessionId.parse('session')]]);
});

it('says when the last minute of an ask begins and what comes then, in place of what it said before', async () => {
  const { surroundings, notifier } = setUp();
  vi.setSystemTime(new Date(2026, 10, 17, 14, 30));
  const askedAt = Date.now();
  const limited = (name: string, kind: 'permission' | 'question' | 'plan') => anAsk(name, { kind, askedAt, expiresAt: askedAt + 180_000 });
  const timeout = (policy: 'wait' | 'deny' | 'late') => ({ minutes: 3, policy });
  const timeouts = { permission: timeout('deny'), question: timeout('late'), plan: timeout('wait'), form: timeout('wait') };
  surroundings.settings.set({ ...surroundings.settings.now(), timeouts });
  const permission = limited('npm test', 'permission');
  surroundings.asks.set([permission, limited('Which?', 'question'), limited('The plan', 'plan')]);
  await vi.advanceTimersByTimeAsync(118_000);
  expect(notifier.open.map(({ body }) => body)).toEqual(['npm test', 'Which?', 'The plan']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(notifier.open).toMatchObject([
    { body: 'The plan' },
    { title: 'Bash · Fix the build', body: 'npm test · One minute left (until 14:33), then it is denied' },
    { title: 'Question · Fix the build', body: 'Which? · One minute left (until 14:33), then Claude goes on without your answer' },
  ]);
  notifier.open[1]?.pressed('deny');
  expect(surroundings.calls).toEqual([['decide', permission.id, { answer: 'deny' }, 'notification']]);
  surroundings.asks.set([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([notifier.open.length, notifier.shown.length]).toEqual([0, 5]);
});

it.each([
  { what: 'with a limit of a minute', limitMs: 60_000 },
  { what: 'that is in view', inView: true },
  { what: 'while nobody wants to be disturbed', doNotDisturb: true },
])('says nothing of the last minute of an ask $what', async ({ limitMs = 180_000, inView = false, doNotDisturb = false }) => {
  const { surroundings, notifier } = setUp();
  const timeouts = { ...surroundings.settings.now().timeouts, permission: { minutes: 3, policy: 'deny' as const } };
  surroundings.settings.set({ ...surroundings.settings.now(), timeouts });
  surroundings.asks.set([anAsk('npm test', { askedAt: Date.now(), expiresAt: Date.now() + limitMs })]);
  await soon();
  if (inView) surroundings.inView.set({ session: SessionId.parse('session'), ask: null, inbox: false });
  if (doNotDisturb) surroundings.changeSettings({ doNotDisturb });
  await vi.advanceTimersByTimeAsync(170_000);
  expect(notifier.shown.map(({ body }) => body)).toEqual(['npm test']);
});

it('tells the last minute of a burst once', async () => {
  const { surroundings, notifier } = setUp();
  const timeouts = { ...surroundings.settings.now().timeouts, permission: { minutes: 3, policy: 'deny' as const } };
  surroundings.settings.set({ ...surroundings.settings.now(), timeouts });
  const expiresAt = Date.now() + 180_000;
  surroundings.asks.set([0, 100, 200, 300].map((ms) => anAsk(`${ms}`, { askedAt: Date.now(), expiresAt: expiresAt + ms })));
  await vi.advanceTimersByTimeAsync(170_000);
  expect(notifier.shown.map(({ title }) => title)).toEqual(['4 waiting', '4 waiting, one minute left']);
  notifier.shown.at(-1)?.opened();
  expect(surroundings.calls).toEqual([['showInbox']]);
});

it('leaves nothing behind when it is closed, and shows nothing more', async () => {
  const { surroundings, notifier, notifications } = setUp();
  surroundings.asks.set([anAsk('one')]);
  await soon();
  surroundings.asks.set([anAsk('one'), anAsk('two')]);
  await notifications.close();
  await soon();
  surroundings.asks.set([anAsk('three')]);
  await soon();
  expect([notifier.open.length, notifier.shown.length]).toEqual([0, 1]);
});

it('sends nothing that turns a line around, or that a bus takes for no text', async () => {
  const { surroundings, notifier } = setUp();
  surroundings.sessions.set({ sessions: [aSession('Fix\u202e')] });
  const questions = [{ question: 'Which?', options: [{ label: 'A\u0000' }, { label: 'B' }] }];
  const ask = anAsk('one', { kind: 'question', summary: 'Which?\uffff', input: { questions } });
  surroundings.asks.set([ask]);
  await soon();
  expect(notifier.open).toMatchObject([{ title: 'Question · Fix⟨U+202E⟩', body: 'Which?⟨U+FFFF⟩' }]);
  expect(notifier.open[0]?.buttons.map(({ label }) => label)).toEqual(['A⟨U+0000⟩', 'B']);
  // What Claude gets is the option as it wrote it.
  notifier.open[0]?.pressed('option-1');
  expect(surroundings.calls).toEqual([['decide', ask.id, { answer: 'answers', answers: { 'Which?': 'A\u0000' } }, 'notification']]);
});
