import { expect, it } from 'vitest';
import { aSession } from '../../../test/a-session';
import { describeQuitEffects, QuitConfirmation } from './quit-confirmation';

const waiting = (count: number, pid: number | null = 1) => aSession('w', { state: 'waiting', waiting: count, pid });

it.each([
  ['there are no sessions', [], null],
  ['all sessions are idle or stopped', [aSession('a', { state: 'idle' }), aSession('b', { state: 'stopped', pid: null })], null],
  ['the run of a pending ask has ended already', [waiting(1, null)], null],
  ['one session works', [aSession('a')], '1 session is working and will be stopped.'],
  ['several sessions work', [aSession('a'), aSession('b', { state: 'starting' })], '2 sessions are working and will be stopped.'],
  ['one request is pending', [waiting(1)], '1 request is waiting for your answer. It comes back at the next start.'],
  [
    'one session works and several requests are pending',
    [aSession('a'), waiting(2), waiting(1)],
    '1 session is working and will be stopped.\n3 requests are waiting for your answer. They come back at the next start.',
  ],
])('describes the effects of quitting when %s', (_when, sessions, effect) => {
  expect(describeQuitEffects(sessions)).toBe(effect);
});

it('asks only when something would be interrupted, one question at a time, and never again once it is agreed', async () => {
  const asked: string[] = [];
  const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
  let sessions = [aSession('a', { state: 'idle' })];
  const question = new QuitConfirmation({
    sessions: () => sessions,
    ask: (effect) => answers[asked.push(effect) - 1]?.promise ?? Promise.reject(new Error('asked too often')),
  });
  expect([question.isNeeded, await question.confirm()]).toEqual([false, true]);
  sessions = [aSession('a')];
  expect(question.isNeeded).toBe(true);
  const first = question.confirm();
  expect(await question.confirm()).toBe(false);
  answers[0]?.resolve(false);
  expect(await first).toBe(false);
  answers[1]?.resolve(true);
  expect(await question.confirm()).toBe(true);
  expect([question.isNeeded, await question.confirm(), asked.length]).toEqual([false, true, 2]);
});

it('does not quit when the dialog could not be shown', async () => {
  const question = new QuitConfirmation({ sessions: () => [aSession('a')], ask: () => Promise.reject(new Error('no display')) });
  expect(await question.confirm()).toBe(false);
});
