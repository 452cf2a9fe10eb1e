import { expect, it } from 'vitest';
import { aSession } from '../../../test/a-session';
import { QuitQuestion, whatQuittingDoes } from './quit-question';

const waiting = (count: number, pid: number | null = 1) => aSession('w', { state: 'waiting', waiting: count, pid });

it.each([
  ['nothing runs', [], null],
  ['all rest', [aSession('a', { state: 'idle' }), aSession('b', { state: 'stopped', pid: null })], null],
  ['an ask waits whose run is gone already', [waiting(1, null)], null],
  ['one works', [aSession('a')], '1 session is working and will be stopped.'],
  ['some work', [aSession('a'), aSession('b', { state: 'starting' })], '2 sessions are working and will be stopped.'],
  ['one waits', [waiting(1)], '1 request is waiting for your answer. It comes back at the next start.'],
  [
    'one works and several wait',
    [aSession('a'), waiting(2), waiting(1)],
    '1 session is working and will be stopped.\n3 requests are waiting for your answer. They come back at the next start.',
  ],
])('knows what quitting does when %s', (_when, sessions, effect) => {
  expect(whatQuittingDoes(sessions)).toBe(effect);
});

it('asks only when something would be interrupted, one question at a time, and never again once it is agreed', async () => {
  const asked: string[] = [];
  const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
  let sessions = [aSession('a', { state: 'idle' })];
  const question = new QuitQuestion({
    sessions: () => sessions,
    ask: (effect) => answers[asked.push(effect) - 1]?.promise ?? Promise.reject(new Error('asked too often')),
  });
  expect([question.isNeeded, await question.mayQuit()]).toEqual([false, true]);
  sessions = [aSession('a')];
  expect(question.isNeeded).toBe(true);
  const first = question.mayQuit();
  expect(await question.mayQuit()).toBe(false);
  answers[0]?.resolve(false);
  expect(await first).toBe(false);
  answers[1]?.resolve(true);
  expect(await question.mayQuit()).toBe(true);
  expect([question.isNeeded, await question.mayQuit(), asked.length]).toEqual([false, true, 2]);
});

it('does not quit when the question could not be asked', async () => {
  const question = new QuitQuestion({ sessions: () => [aSession('a')], ask: () => Promise.reject(new Error('no display')) });
  expect(await question.mayQuit()).toBe(false);
});
