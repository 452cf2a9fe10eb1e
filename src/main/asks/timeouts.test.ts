import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anAsk } from '../../../test/an-ask';
import { memoryDesk } from '../../../test/memory-desk';
import type { Ask } from '../../shared/ask';
import { SessionId } from '../../shared/ids';
import type { Timeout } from '../../shared/settings';
import { Timeouts } from './timeouts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const sessionId = SessionId.parse('session');

function watched(times: Partial<Record<Ask['kind'], Timeout>>) {
  const failures: unknown[] = [];
  const desk = memoryDesk({ timeoutOf: (kind) => times[kind] ?? { minutes: null, policy: 'wait' } });
  const timeouts = new Timeouts({ desk, failed: (error) => failures.push(error) });
  const put = (ask: Ask, fails = false) =>
    desk.ask({ ask, input: {}, suggestions: [], folder: null }, new AbortController().signal, async () => {
      if (fails) throw new Error('The run has ended.');
    });
  return { desk, put, timeouts, failures };
}
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

it('lets each ask wait as long as its kind may, and no longer', async () => {
  const { desk, put } = watched({ permission: { minutes: 10, policy: 'deny' }, question: { minutes: 5, policy: 'wait' } });
  put(anAsk('permission'));
  put(anAsk('question', { kind: 'question' }));
  put(anAsk('plan', { kind: 'plan' }));
  await minutes(5);
  expect(desk.list.map(({ summary, note }) => [summary, note])).toEqual([
    ['permission', null],
    ['question', 'overdue'],
    ['plan', null],
  ]);
  await minutes(4.99);
  expect(desk.countPending(sessionId)).toBe(3);
  await minutes(0.01);
  expect(desk.list.map(({ summary }) => summary)).toEqual(['question', 'plan']);
});

it('says to an answer that comes too late that nobody answered, and what became of it', async () => {
  const { desk, put } = watched({ permission: { minutes: 1, policy: 'deny' } });
  const ask = anAsk('one');
  put(ask);
  await minutes(1);
  await expect(desk.decide(ask.id, { answer: 'allow' }, 'dialog')).rejects.toThrow('Denied when its time ran out, 0 s ago.');
});

it('fires for all whose time ran out while the machine slept', async () => {
  const { desk, put } = watched({ permission: { minutes: 1, policy: 'deny' } });
  put(anAsk('one'));
  await minutes(0.5);
  put(anAsk('two'));
  vi.setSystemTime(3_600_000);
  await vi.runOnlyPendingTimersAsync();
  expect(desk.list).toEqual([]);
});

it('says what could not be carried out, and stops when it is closed', async () => {
  const { desk, put, timeouts, failures } = watched({ permission: { minutes: 1, policy: 'deny' } });
  put(anAsk('one'), true);
  await minutes(1);
  expect([failures, desk.list]).toMatchObject([[new Error('The run has ended.')], [{ note: 'may-have-run' }]]);
  put(anAsk('two'));
  timeouts.close();
  await minutes(2);
  expect(desk.list.map(({ summary }) => summary)).toContain('two');
});

it('carries out after a sleep what ran out during it, once, although no timer has counted that time', async () => {
  const { desk, put, timeouts, failures } = watched({ permission: { minutes: 10, policy: 'deny' } });
  put(anAsk('one'));
  put(anAsk('two'));
  vi.setSystemTime(60 * 60_000);
  timeouts.check();
  timeouts.check();
  await vi.advanceTimersByTimeAsync(0);
  expect(desk.list).toEqual([]);
  expect(desk.outcomes.map(({ decided }) => decided?.surface)).toEqual(['timeout', 'timeout']);
  await minutes(20);
  expect([desk.outcomes.length, failures]).toEqual([2, []]);
});

it('lets no ask wait longer because the clock is set back, also when others come meanwhile', async () => {
  const { desk, put } = watched({ permission: { minutes: 10, policy: 'deny' } });
  put(anAsk('one'));
  await minutes(5);
  vi.setSystemTime(-3_600_000);
  put(anAsk('two'));
  await minutes(5);
  expect(desk.list.map(({ summary }) => summary)).toEqual(['two']);
  await minutes(5);
  expect(desk.list).toEqual([]);
});
