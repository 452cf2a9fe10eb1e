import { expect, it, vi } from 'vitest';
import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import { askId, SessionId } from '../../shared/ids';
import { AskDesk, type Deliver } from './ask-desk';

const sessionId = SessionId.parse('session');
const allow: Decision = { answer: 'allow' };

function anAsk(toolUseId: string, session = sessionId): Ask {
  return {
    id: askId(session, toolUseId),
    sessionId: session,
    kind: 'permission',
    tool: 'Bash',
    toolUseId,
    summary: toolUseId,
    input: {},
    truncated: false,
    agentId: null,
    askedAt: 0,
  };
}

/** Puts an ask on the desk; what was delivered, and the way to withdraw it, come back. */
function put(desk: AskDesk, ask: Ask, deliver: Deliver = async () => undefined) {
  const withdrawal = new AbortController();
  const delivered: Decision[] = [];
  desk.ask({ ask, input: { whole: ask.summary } }, withdrawal.signal, (decision) => {
    delivered.push(decision);
    return deliver(decision);
  });
  return { id: ask.id, delivered, withdraw: () => withdrawal.abort() };
}

const waiting = (desk: AskDesk): string[] => desk.list.map(({ summary }) => summary);
const unfit = () => new AppError('bad-request', 'It does not fit.');

it('lists what waits, oldest first, and says how many wait in each session', () => {
  const desk = new AskDesk();
  put(desk, anAsk('one'));
  put(desk, anAsk('two', SessionId.parse('other')));
  put(desk, anAsk('three'));
  expect(waiting(desk)).toEqual(['one', 'two', 'three']);
  expect([desk.waitingIn(sessionId), desk.waitingIn(SessionId.parse('other')), desk.waitingIn(SessionId.parse('none'))]).toEqual([2, 1, 0]);
});

it('gives the whole input as it came', () => {
  const desk = new AskDesk();
  const { id } = put(desk, anAsk('one'));
  expect(desk.input(id)).toEqual({ whole: 'one' });
});

it('takes a decision to the run that asked, once, and tells everyone after that', async () => {
  const desk = new AskDesk();
  const { id, delivered } = put(desk, anAsk('one'));
  const lists: number[] = [];
  desk.onChange((list) => {
    lists.push(list.length);
    expect(delivered).toEqual([allow]);
  });
  await desk.decide(id, allow, 'card');
  expect(delivered).toEqual([allow]);
  expect(lists).toEqual([0]);
});

it('lets the first answer win; a later one is told who was first, and when', async () => {
  let now = 1_000;
  const desk = new AskDesk(() => now);
  const { id, delivered } = put(desk, anAsk('one'));
  await desk.decide(id, allow, 'dialog');
  now = 8_000;
  await expect(desk.decide(id, { answer: 'deny' }, 'card')).rejects.toMatchObject({
    code: 'already-answered',
    message: 'Already answered in the dialog, 7 s ago.',
  });
  expect(delivered).toEqual([allow]);
});

it('lets the first answer win also while it is on its way', async () => {
  const desk = new AskDesk();
  const delivery = Promise.withResolvers<void>();
  const { id, delivered } = put(desk, anAsk('one'), () => delivery.promise);
  const first = desk.decide(id, allow, 'dialog');
  expect(waiting(desk)).toEqual([]);
  await expect(desk.decide(id, { answer: 'deny' }, 'card')).rejects.toMatchObject({ code: 'already-answered' });
  delivery.resolve();
  await first;
  expect(delivered).toEqual([allow]);
});

it('drops what nobody waits for any more, and tells everyone', async () => {
  const desk = new AskDesk();
  const { id, delivered, withdraw } = put(desk, anAsk('one'));
  put(desk, anAsk('two'));
  const told = vi.fn();
  desk.onChange(told);
  withdraw();
  expect(told).toHaveBeenCalledExactlyOnceWith([expect.objectContaining({ summary: 'two' })]);
  await expect(desk.decide(id, allow, 'card')).rejects.toMatchObject({ code: 'ask-gone' });
  expect(delivered).toEqual([]);
});

it('takes in no ask that was withdrawn before it came', () => {
  const desk = new AskDesk();
  const told = vi.fn();
  desk.onChange(told);
  desk.ask({ ask: anAsk('one'), input: {} }, AbortSignal.abort(), async () => undefined);
  expect(waiting(desk)).toEqual([]);
  expect(told).not.toHaveBeenCalled();
});

it('gives an ask back, in its place, when the decision does not fit it', async () => {
  const desk = new AskDesk();
  const { id } = put(desk, anAsk('one'), vi.fn<Deliver>().mockRejectedValueOnce(unfit()).mockResolvedValue());
  put(desk, anAsk('two'));
  await expect(desk.decide(id, { answer: 'answers', answers: {} }, 'card')).rejects.toMatchObject({ code: 'bad-request' });
  expect(waiting(desk)).toEqual(['one', 'two']);
  await desk.decide(id, allow, 'card');
  expect(waiting(desk)).toEqual(['two']);
});

it('gives nothing back that was withdrawn while the decision was on its way', async () => {
  const desk = new AskDesk();
  const delivery = Promise.withResolvers<void>();
  const { id, withdraw } = put(desk, anAsk('one'), () => delivery.promise);
  const decided = desk.decide(id, allow, 'card');
  withdraw();
  delivery.reject(unfit());
  await expect(decided).rejects.toMatchObject({ code: 'bad-request' });
  expect(waiting(desk)).toEqual([]);
});

it('lets an ask go whose run is gone', async () => {
  const desk = new AskDesk();
  const { id } = put(desk, anAsk('one'), () => Promise.reject(new AppError('run-gone', 'The run has ended.')));
  await expect(desk.decide(id, allow, 'card')).rejects.toMatchObject({ code: 'run-gone' });
  expect(waiting(desk)).toEqual([]);
});

it('takes the same call again from a new run: the old run’s end does not withdraw it, and it can be answered', async () => {
  const desk = new AskDesk();
  const old = put(desk, anAsk('one'));
  await desk.decide(old.id, allow, 'card');
  const again = put(desk, anAsk('one'));
  old.withdraw();
  expect(waiting(desk)).toEqual(['one']);
  await desk.decide(again.id, { answer: 'deny' }, 'card');
  expect(again.delivered).toEqual([{ answer: 'deny' }]);
});

it('remembers only so many answers', async () => {
  const desk = new AskDesk();
  const [first, ...others] = Array.from({ length: 201 }, (_, i) => put(desk, anAsk(`${i}`)));
  if (!first) throw new Error('no asks');
  for (const { id } of [first, ...others]) await desk.decide(id, allow, 'card');
  await expect(desk.decide(first.id, allow, 'card')).rejects.toMatchObject({ code: 'ask-gone' });
  for (const { id } of others) await expect(desk.decide(id, allow, 'card')).rejects.toMatchObject({ code: 'already-answered' });
});
