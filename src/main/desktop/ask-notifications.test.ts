import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anApprovalAsk, aPrompt } from '../../../test/a-form-ask';
import { aSession } from '../../../test/a-session';
import { anAsk } from '../../../test/an-ask';
import { MemoryDependencies } from '../../../test/memory-dependencies';
import { MemoryNotifier } from '../../../test/memory-notifier';
import { AppError } from '../../shared/errors';
import { SessionId } from '../../shared/ids';
import { AskNotifications } from './ask-notifications';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const soon = () => vi.advanceTimersByTimeAsync(200);

function setUp({ startedAt = 0, known = [] as ReturnType<typeof anAsk>[] } = {}) {
  const deps = new MemoryDependencies();
  deps.sessions.set({ sessions: [aSession('Fix the build')] });
  deps.asks.set(known);
  const notifier = new MemoryNotifier();
  const failures: unknown[] = [];
  const notifications = new AskNotifications({ deps, notifier, startedAt, onFailure: (error) => failures.push(error) });
  return { deps, notifier, notifications, failures };
}

it('shows the ask and its session, and takes the answer', async () => {
  const { deps, notifier } = setUp();
  const ask = anAsk('npm test');
  deps.asks.set([ask]);
  await soon();
  expect(notifier.open).toMatchObject([{ title: 'Bash · Fix the build', body: 'npm test', persistent: true }]);
  notifier.open[0]?.pressed('allow');
  notifier.open[0]?.pressed('no such key');
  notifier.open[0]?.opened();
  expect(deps.calls).toEqual([
    ['decide', ask.id, { answer: 'allow' }, 'notification'],
    ['showAsk', ask.id],
  ]);
});

it('closes a notification when its ask is answered anywhere, or comes into view', async () => {
  const { deps, notifier } = setUp();
  deps.asks.set([anAsk('one'), anAsk('two')]);
  await soon();
  expect(notifier.open).toHaveLength(2);
  deps.asks.set([anAsk('two')]);
  expect(notifier.open.map(({ body }) => body)).toEqual(['two']);
  deps.inView.set({ session: SessionId.parse('session'), ask: null, inbox: false });
  expect(notifier.open).toEqual([]);
});

it('shows the next prompt of the same call anew, also one that follows at once', async () => {
  const { deps, notifier } = setUp();
  const second = aPrompt('second', { step: 1, approvalScopes: ['once'] });
  deps.asks.set([anApprovalAsk('call')]);
  await soon();
  deps.asks.set([]);
  deps.asks.set([anApprovalAsk('call', { summary: 'Really?', interaction: second })]);
  await soon();
  expect(notifier.open).toMatchObject([{ body: 'Really?' }]);
  notifier.open[0]?.pressed('allow');
  expect(deps.calls).toEqual([['decide', anApprovalAsk('call').id, { answer: 'allow', approvalScope: 'once' }, 'notification']]);
});

it('does not show an ask that is answered immediately', async () => {
  const { deps, notifier } = setUp();
  deps.asks.set([anAsk('quick')]);
  deps.asks.set([]);
  await soon();
  expect(notifier.shown).toEqual([]);
});

it('never announces an ask that arrived during "Do not disturb"', async () => {
  const { deps, notifier } = setUp();
  deps.changeSettings({ doNotDisturb: true });
  deps.asks.set([anAsk('quiet')]);
  deps.changeSettings({ doNotDisturb: false });
  deps.asks.set([anAsk('quiet'), anAsk('later')]);
  await soon();
  expect(notifier.shown.map(({ body }) => body)).toEqual(['later']);
});

it('groups a burst in one notification that counts down', async () => {
  const { deps, notifier } = setUp();
  const asks = ['a', 'b', 'c', 'd'].map((name) => anAsk(name));
  deps.asks.set(asks);
  await soon();
  expect(notifier.open.map(({ title }) => title)).toEqual(['4 waiting']);
  deps.asks.set(asks.slice(2));
  expect(notifier.open.map(({ title }) => title)).toEqual(['2 waiting']);
  notifier.open[0]?.pressed('show');
  expect(deps.calls).toEqual([['showInbox']]);
  deps.asks.set([]);
  expect(notifier.open).toEqual([]);
});

it('shows new asks one by one again after the user dismissed the earlier notifications', async () => {
  const { deps, notifier } = setUp();
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const arrive = async (count: number) => {
    deps.asks.set(names.slice(0, count).map((name) => anAsk(name)));
    await soon();
  };
  await arrive(4);
  notifier.shown.at(-1)?.closed();
  await arrive(5);
  expect(notifier.shown.map(({ title }) => title)).toEqual(['4 waiting', 'Bash · Fix the build']);
  await arrive(7);
  for (const notification of notifier.shown) notification.closed();
  deps.asks.set([anAsk('h'), anAsk('i')]);
  await soon();
  expect(notifier.open.slice(-2).map(({ body }) => body)).toEqual(['h', 'i']);
});

it('reports an answer that came too late', async () => {
  const { deps, notifier, failures } = setUp();
  deps.asks.set([anAsk('one')]);
  await soon();
  deps.answer = async () => {
    throw new AppError('already-answered', 'Already answered in the dialog, 2 s ago.');
  };
  notifier.open[0]?.pressed('deny');
  await soon();
  expect(notifier.shown.at(-1)).toMatchObject({
    title: 'Nothing was done · Fix the build',
    body: 'Already answered in the dialog, 2 s ago.',
    persistent: false,
  });
  expect(failures).toEqual([]);
});

it('reports an unexpected failure without details, which go to the log', async () => {
  const { deps, notifier, failures } = setUp();
  deps.asks.set([anAsk('one')]);
  await soon();
  deps.answer = () => Promise.reject(new TypeError('secret'));
  notifier.open[0]?.pressed('allow');
  await soon();
  expect(notifier.shown.at(-1)?.body).not.toContain('secret');
  expect(failures).toEqual([new TypeError('secret')]);
});

it('announces only asks from after the start', async () => {
  const { notifier } = setUp({ startedAt: 500, known: [anAsk('old', { askedAt: 400 }), anAsk('new', { askedAt: 600 })] });
  await soon();
  expect(notifier.open.map(({ body }) => body)).toEqual(['new']);
});

it('announces that a session out of view has failed, with the reason', () => {
  const { deps, notifier } = setUp();
  const trouble = { code: 'crashed', text: 'Claude ended three times.' } as const;
  deps.sessions.set({ sessions: [aSession('Fix the build', { state: 'failed', trouble })] });
  expect(notifier.open).toMatchObject([{ title: 'Failed · Fix the build', body: 'Claude ended three times.' }]);
  notifier.open[0]?.opened();
  expect(deps.calls).toEqual([['showSession', SessionId.parse('session')]]);
});

it('replaces a notification when the last minute of its ask begins, and says what happens then', async () => {
  const { deps, notifier } = setUp();
  vi.setSystemTime(new Date(2026, 10, 17, 14, 30));
  const askedAt = Date.now();
  const limited = (name: string, kind: 'permission' | 'question' | 'plan') => anAsk(name, { kind, askedAt, expiresAt: askedAt + 180_000 });
  const timeout = (policy: 'wait' | 'deny' | 'late') => ({ minutes: 3, policy });
  const timeouts = { permission: timeout('deny'), question: timeout('late'), plan: timeout('wait'), form: timeout('wait') };
  deps.settings.set({ ...deps.settings.get(), timeouts });
  const permission = limited('npm test', 'permission');
  deps.asks.set([permission, limited('Which?', 'question'), limited('The plan', 'plan')]);
  await vi.advanceTimersByTimeAsync(118_000);
  expect(notifier.open.map(({ body }) => body)).toEqual(['npm test', 'Which?', 'The plan']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(notifier.open).toMatchObject([
    { body: 'The plan' },
    { title: 'Bash · Fix the build', body: 'npm test · One minute left (until 14:33), then it is denied' },
    { title: 'Question · Fix the build', body: 'Which? · One minute left (until 14:33), then Claude goes on without your answer' },
  ]);
  notifier.open[1]?.pressed('deny');
  expect(deps.calls).toEqual([['decide', permission.id, { answer: 'deny' }, 'notification']]);
  deps.asks.set([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([notifier.open.length, notifier.shown.length]).toEqual([0, 5]);
});

it.each([
  { what: 'with a limit of a minute', limitMs: 60_000 },
  { what: 'that is in view', inView: true },
  { what: 'during "Do not disturb"', doNotDisturb: true },
])('does not warn about the last minute of an ask $what', async ({ limitMs = 180_000, inView = false, doNotDisturb = false }) => {
  const { deps, notifier } = setUp();
  const timeouts = { ...deps.settings.get().timeouts, permission: { minutes: 3, policy: 'deny' as const } };
  deps.settings.set({ ...deps.settings.get(), timeouts });
  deps.asks.set([anAsk('npm test', { askedAt: Date.now(), expiresAt: Date.now() + limitMs })]);
  await soon();
  if (inView) deps.inView.set({ session: SessionId.parse('session'), ask: null, inbox: false });
  if (doNotDisturb) deps.changeSettings({ doNotDisturb });
  await vi.advanceTimersByTimeAsync(170_000);
  expect(notifier.shown.map(({ body }) => body)).toEqual(['npm test']);
});

it('warns about the last minute of a burst once', async () => {
  const { deps, notifier } = setUp();
  const timeouts = { ...deps.settings.get().timeouts, permission: { minutes: 3, policy: 'deny' as const } };
  deps.settings.set({ ...deps.settings.get(), timeouts });
  const expiresAt = Date.now() + 180_000;
  deps.asks.set([0, 100, 200, 300].map((ms) => anAsk(`${ms}`, { askedAt: Date.now(), expiresAt: expiresAt + ms })));
  await vi.advanceTimersByTimeAsync(170_000);
  expect(notifier.shown.map(({ title }) => title)).toEqual(['4 waiting', '4 waiting, one minute left']);
  notifier.shown.at(-1)?.opened();
  expect(deps.calls).toEqual([['showInbox']]);
});

it('closes its notifications when it is closed, and shows nothing more', async () => {
  const { deps, notifier, notifications } = setUp();
  deps.asks.set([anAsk('one')]);
  await soon();
  deps.asks.set([anAsk('one'), anAsk('two')]);
  await notifications.close();
  await soon();
  deps.asks.set([anAsk('three')]);
  await soon();
  expect([notifier.open.length, notifier.shown.length]).toEqual([0, 1]);
});

it('escapes bidirectional overrides and characters that D-Bus rejects', async () => {
  const { deps, notifier } = setUp();
  deps.sessions.set({ sessions: [aSession('Fix\u202e')] });
  const questions = [{ question: 'Which?', options: [{ label: 'A\u0000' }, { label: 'B' }] }];
  const ask = anAsk('one', { kind: 'question', summary: 'Which?\uffff', input: { questions } });
  deps.asks.set([ask]);
  await soon();
  expect(notifier.open).toMatchObject([{ title: 'Question · Fix⟨U+202E⟩', body: 'Which?⟨U+FFFF⟩' }]);
  expect(notifier.open[0]?.buttons.map(({ label }) => label)).toEqual(['A⟨U+0000⟩', 'B']);
  // Claude gets the option as it wrote it.
  notifier.open[0]?.pressed('option-1');
  expect(deps.calls).toEqual([['decide', ask.id, { answer: 'answers', answers: { 'Which?': 'A\u0000' } }, 'notification']]);
});

it('shows the newest of what the tools of a session tell, unless the person looks at it or wants no notifications', () => {
  const { deps, notifier, notifications } = setUp();
  const sessionId = SessionId.parse('session');
  notifications.notifyFromTool({ sessionId, title: 'Halfway', body: '' });
  notifications.notifyFromTool({ sessionId, title: 'Done', body: 'All 40 files' });
  expect(notifier.open).toMatchObject([{ title: 'Done · Fix the build', body: 'All 40 files' }]);
  notifier.open[0]?.pressed('show');
  expect(deps.calls).toEqual([['showSession', sessionId]]);
  deps.inView.set({ session: sessionId, ask: null, inbox: false });
  notifications.notifyFromTool({ sessionId, title: 'Seen already', body: '' });
  deps.inView.set({ session: null, ask: null, inbox: false });
  deps.changeSettings({ doNotDisturb: true });
  notifications.notifyFromTool({ sessionId, title: 'Quiet', body: '' });
  expect(notifier.shown.map(({ title }) => title)).toEqual(['Halfway · Fix the build', 'Done · Fix the build']);
});
