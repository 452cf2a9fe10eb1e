import { expect, it } from 'vitest';
import { anAsk } from '../../../test/an-ask';
import { memoryDesk, memoryStorage } from '../../../test/memory-desk';
import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import type { DeskDependencies } from './desk-dependencies';

// Asks that arrive in one moment are written together. These tests are about what can happen before that write.

const allow: Decision = { answer: 'allow' };
const allowedByMode: Pick<DeskDependencies, 'judge'> = { judge: () => ({ by: 'mode', mode: 'safe', reason: 'r', decision: 'allow' }) };

/** A desk that writes a batch when the test says so. */
function setUp(options: Partial<DeskDependencies> = {}) {
  let due: (() => void)[] = [];
  const desk = memoryDesk({ scheduleBatch: (then) => void due.push(then), ...options });
  const lists: string[][] = [];
  desk.onChange((list) => lists.push(list.map(({ summary }) => summary)));
  const put = (ask: Ask) => {
    const withdrawal = new AbortController();
    const delivered: Decision[] = [];
    desk.ask({ ask, input: {}, suggestions: [], folder: null }, withdrawal.signal, async ({ decision }) => void delivered.push(decision));
    return { delivered, withdraw: () => withdrawal.abort('withdrawn'), lose: () => withdrawal.abort('closed') };
  };
  const over = (): void => {
    const now = due;
    due = [];
    for (const then of now) then();
  };
  return { desk, lists, put, over };
}

it('all are told together, and none before', () => {
  const { desk, lists, put, over } = setUp();
  put(anAsk('x'));
  put(anAsk('y'));
  expect([desk.list, desk.isAsking(anAsk('x').sessionId)]).toEqual([[], true]);
  over();
  expect(lists).toEqual([['x', 'y']]);
});

it('one that is asked again does not leave the list', () => {
  const { lists, put, over } = setUp();
  const x = put(anAsk('x'));
  const y = put(anAsk('y'));
  over();
  x.lose();
  lists.length = 0;
  put(anAsk('x'));
  y.withdraw();
  over();
  expect(lists).toEqual([['x'], ['x']]);
});

it('one whose run ends in it is told after what is needed to go on with it is on disk', () => {
  const order: string[] = [];
  const { desk, put, over } = setUp({ beforeRecording: () => void order.push('conversation') });
  desk.onChange((list) => order.push(`told ${list.length}`));
  put(anAsk('x')).lose();
  over();
  expect(order).toEqual(['conversation', 'told 1']);
});

it('two requests for one call, both allowed by themselves: each gets its answer', () => {
  const { put, over } = setUp(allowedByMode);
  const [one, other] = [put(anAsk('x')), put(anAsk('x'))];
  over();
  expect([one.delivered, other.delivered]).toEqual([[allow], [allow]]);
});

it('a failure that nobody thought of loses none of them', () => {
  let fails = true;
  const { desk, put, over } = setUp({
    beforeRecording: () => {
      if (fails) throw new Error('out of luck');
    },
  });
  put(anAsk('x'));
  put(anAsk('y'));
  expect(over).toThrow('out of luck');
  fails = false;
  put(anAsk('z'));
  over();
  expect(desk.list.map(({ summary }) => summary)).toEqual(['x', 'y', 'z']);
});

it('what may have run stays so when the run that was brought back for it ends in it, and nothing is sent', async () => {
  const x = anAsk('x');
  const decided = { status: 'decided', decision: allow, surface: 'card', at: 0, scope: 'once', by: null } as const;
  const back = Promise.withResolvers<boolean>();
  const { desk, put, over } = setUp({
    store: memoryStorage([{ ask: x, input: {}, folder: null, state: decided }]),
    revive: () => back.promise,
  });
  const done = desk.decide(x.id, allow, 'card');
  const again = put(x);
  back.resolve(true);
  again.lose();
  await expect(done).rejects.toMatchObject({ code: 'run-gone' });
  over();
  expect([again.delivered, desk.list.map(({ note }) => note)]).toEqual([[], ['may-have-run']]);
});

it('what would be allowed by itself and is withdrawn in it was not answered by anybody', async () => {
  const { desk, put, over } = setUp(allowedByMode);
  put(anAsk('x')).withdraw();
  over();
  expect(desk.outcomes).toMatchObject([{ end: 'withdrawn', decided: null }]);
  await expect(desk.decide(anAsk('x').id, allow, 'card')).rejects.toMatchObject({ code: 'ask-gone' });
});
