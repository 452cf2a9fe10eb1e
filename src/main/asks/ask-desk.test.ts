import { describe, expect, it, vi } from 'vitest';
import { aRule } from '../../../test/a-rule';
import { anAsk } from '../../../test/an-ask';
import { memoryDesk, memoryStorage } from '../../../test/memory-desk';
import { until } from '../../../test/until';
import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import { SessionId } from '../../shared/ids';
import type { Timeout } from '../../shared/settings';
import type { AskDesk } from './ask-desk';
import type { Deliver } from './ask-state';
import type { DeskDependencies } from './desk-dependencies';
import { fingerprintOf } from './fingerprint';

const sessionId = SessionId.parse('session');
const allow: Decision = { answer: 'allow' };

/** Puts an ask on the desk; what was delivered, and the way to withdraw it, come back. */
function put(desk: AskDesk, ask: Ask, deliver: Deliver = async () => undefined) {
  const withdrawal = new AbortController();
  const delivered: Decision[] = [];
  desk.ask({ ask, input: { whole: ask.summary }, suggestions: [], folder: null }, withdrawal.signal, (decided) => {
    delivered.push(decided.decision);
    return deliver(decided);
  });
  return { id: ask.id, delivered, withdraw: () => withdrawal.abort('withdrawn'), lose: () => withdrawal.abort('closed') };
}

const waiting = (desk: AskDesk): string[] => desk.list.map(({ summary }) => summary);
const unfit = () => new AppError('bad-request', 'It does not fit.');

it('lists what waits, oldest first, and says how many wait in each session', () => {
  const desk = memoryDesk();
  put(desk, anAsk('one'));
  put(desk, anAsk('two', { sessionId: SessionId.parse('other') }));
  put(desk, anAsk('three'));
  expect(waiting(desk)).toEqual(['one', 'two', 'three']);
  expect([desk.countPending(sessionId), desk.countPending(SessionId.parse('other')), desk.countPending(SessionId.parse('none'))]).toEqual([
    2, 1, 0,
  ]);
});

it('gives the whole input as it came', () => {
  const desk = memoryDesk();
  const { id } = put(desk, anAsk('one'));
  expect(desk.input(id)).toEqual({ whole: 'one' });
});

it('takes a decision to the run that asked, once, and tells everyone after that', async () => {
  const desk = memoryDesk();
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
  const desk = memoryDesk({ now: () => now });
  const { id, delivered } = put(desk, anAsk('one'));
  await desk.decide(id, allow, 'dialog');
  now = 8_000;
  await expect(desk.decide(id, { answer: 'deny' }, 'card')).rejects.toMatchObject({
    code: 'already-answered',
    message: 'Already answered in the dialog, 7 s ago.',
  });
  // Also after a long time, and when the clock was set back.
  for (const [at, ago] of [
    [301_000, '5 min'],
    [10_801_000, '3 h'],
    [0, '0 s'],
  ] as const) {
    now = at;
    await expect(desk.decide(id, allow, 'card')).rejects.toThrow(`Already answered in the dialog, ${ago} ago.`);
  }
  expect(delivered).toEqual([allow]);
});

it('lets the first answer win also while it is on its way', async () => {
  const desk = memoryDesk();
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
  const desk = memoryDesk();
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
  const desk = memoryDesk();
  const told = vi.fn();
  desk.onChange(told);
  desk.ask({ ask: anAsk('one'), input: {}, suggestions: [], folder: null }, AbortSignal.abort(), async () => undefined);
  expect(waiting(desk)).toEqual([]);
  expect(told).not.toHaveBeenCalled();
});

it('keeps an ask whose run ended before the desk heard of it, and the answer starts a run; not so of a closed session', async () => {
  const revive = vi.fn(async () => false);
  const desk = memoryDesk({ revive });
  const take = (name: string) =>
    desk.ask({ ask: anAsk(name), input: {}, suggestions: [], folder: null }, AbortSignal.abort('closed'), async () => undefined);
  take('one');
  expect(desk.list).toMatchObject([{ summary: 'one', note: 'run-ended' }]);
  await desk.decide(anAsk('one').id, allow, 'card');
  expect(revive).toHaveBeenCalledOnce();
  desk.closeSession(sessionId);
  take('two');
  expect(waiting(desk)).toEqual([]);
});

it('answers both requests under one id, also when the answer to the first does not fit it', async () => {
  const desk = memoryDesk();
  const written = Promise.withResolvers<void>();
  const first = put(desk, anAsk('one'), vi.fn<Deliver>().mockReturnValueOnce(written.promise).mockResolvedValue());
  const decided = desk.decide(first.id, allow, 'card');
  const second = put(desk, anAsk('one'));
  written.reject(unfit());
  await expect(decided).rejects.toMatchObject({ code: 'bad-request' });
  await desk.decide(second.id, allow, 'card');
  expect([first.delivered, second.delivered]).toMatchObject([[allow, { answer: 'deny' }], [allow]]);
});

it('gives an ask back, in its place, when the decision does not fit it', async () => {
  const desk = memoryDesk();
  const { id } = put(desk, anAsk('one'), vi.fn<Deliver>().mockRejectedValueOnce(unfit()).mockResolvedValue());
  put(desk, anAsk('two'));
  await expect(desk.decide(id, allow, 'card')).rejects.toMatchObject({ code: 'bad-request' });
  expect(waiting(desk)).toEqual(['one', 'two']);
  await desk.decide(id, allow, 'card');
  expect(waiting(desk)).toEqual(['two']);
});

it('gives nothing back that was withdrawn while the decision was on its way', async () => {
  const desk = memoryDesk();
  const delivery = Promise.withResolvers<void>();
  const { id, withdraw } = put(desk, anAsk('one'), () => delivery.promise);
  const decided = desk.decide(id, allow, 'card');
  withdraw();
  delivery.reject(unfit());
  await expect(decided).rejects.toMatchObject({ code: 'bad-request' });
  expect(waiting(desk)).toEqual([]);
});

it('keeps an ask whose run ended while the answer was on its way, and says that it may have run', async () => {
  const desk = memoryDesk();
  const { id } = put(desk, anAsk('one'), () => Promise.reject(new AppError('run-gone', 'The run has ended.')));
  await expect(desk.decide(id, allow, 'card')).rejects.toMatchObject({ code: 'run-gone' });
  expect(desk.list).toMatchObject([{ summary: 'one', note: 'may-have-run' }]);
});

it('takes the same call again from a new run: the old run’s end does not withdraw it, and it can be answered', async () => {
  const desk = memoryDesk();
  const old = put(desk, anAsk('one'));
  await desk.decide(old.id, allow, 'card');
  const again = put(desk, anAsk('one'));
  old.withdraw();
  expect(waiting(desk)).toEqual(['one']);
  await desk.decide(again.id, { answer: 'deny' }, 'card');
  expect(again.delivered).toEqual([{ answer: 'deny' }]);
});

it('remembers only so many answers', async () => {
  const desk = memoryDesk();
  const [first, ...others] = Array.from({ length: 201 }, (_, i) => put(desk, anAsk(`${i}`)));
  if (!first) throw new Error('no asks');
  for (const { id } of [first, ...others]) {
    await desk.decide(id, allow, 'card');
    desk.noteResults([id]);
  }
  await expect(desk.decide(first.id, allow, 'card')).rejects.toMatchObject({ code: 'ask-gone' });
  for (const { id } of others) await expect(desk.decide(id, allow, 'card')).rejects.toMatchObject({ code: 'already-answered' });
});

it('has an ask and its decision on disk before anyone is told or anything is sent', async () => {
  const store = memoryStorage();
  const statuses = (): string[] => store.records.map(({ state }) => state.status);
  const desk = memoryDesk({ store });
  const seen: string[][] = [];
  desk.onChange(() => seen.push(statuses()));
  const { id } = put(desk, anAsk('one'), async () => void seen.push(statuses()));
  await desk.decide(id, allow, 'card');
  // Announced, delivered, announced again. It stays on disk, because the run may die before it acts on the decision.
  expect(seen).toEqual([['waiting'], ['decided'], ['decided']]);
  desk.noteResults([id]);
  expect(statuses()).toEqual([]);
});

it('records each end once, with what was decided and where', async () => {
  const desk = memoryDesk({ now: () => 50 });
  const one = put(desk, anAsk('one'));
  const two = put(desk, anAsk('two'));
  await desk.decide(one.id, allow, 'tray');
  two.withdraw();
  two.lose();
  expect(desk.outcomes).toMatchObject([
    { ask: { summary: 'one' }, decided: { decision: allow, surface: 'tray', at: 50, scope: 'once', by: null }, end: 'delivered' },
    { ask: { summary: 'two' }, decided: null, end: 'withdrawn', endedAt: 50 },
  ]);
});

it('keeps an ask whose run is gone, and hands the answer to the run that asks again', async () => {
  const again: ReturnType<typeof put>[] = [];
  const desk = memoryDesk({
    revive: async ({ id }) => {
      again.push(put(desk, anAsk('one', { askedAt: 99 })));
      return id === anAsk('one').id;
    },
  });
  const first = put(desk, anAsk('one'));
  first.lose();
  expect(desk.list).toMatchObject([{ summary: 'one', note: 'run-ended' }]);
  expect(desk.orphansIn(sessionId)).toHaveLength(1);
  await desk.decide(first.id, allow, 'card');
  await until(() => expect(again[0]?.delivered).toEqual([allow]));
  expect([first.delivered, waiting(desk)]).toEqual([[], []]);
  expect(desk.outcomes).toMatchObject([{ end: 'delivered', ask: { askedAt: 0 } }]);
});

it('hands no allow to a call that came back changed: whoever gave it has not seen that', async () => {
  const again: ReturnType<typeof put>[] = [];
  const desk = memoryDesk({
    revive: async () => {
      again.push(put(desk, anAsk('one', { fingerprint: 'another' })));
      return true;
    },
  });
  const { id, lose } = put(desk, anAsk('one'));
  lose();
  await expect(desk.decide(id, allow, 'tray')).rejects.toMatchObject({ code: 'needs-look' });
  expect([again[0]?.delivered, desk.list]).toMatchObject([[], [{ summary: 'one', fingerprint: 'another' }]]);
  await desk.decide(id, allow, 'card');
  expect(again[0]?.delivered).toEqual([allow]);
});

it('takes no allow that was meant for the call before it changed, from a surface that is slow; a denial holds', async () => {
  const desk = memoryDesk();
  const before = anAsk('one');
  put(desk, before).lose();
  const { id, delivered } = put(desk, anAsk('one', { fingerprint: 'another' }));
  const seen = { seen: before.fingerprint };
  await expect(desk.decide(id, allow, 'notification', seen)).rejects.toMatchObject({ code: 'needs-look' });
  expect(delivered).toEqual([]);
  await desk.decide(id, { answer: 'deny' }, 'notification', seen);
  expect(delivered).toEqual([{ answer: 'deny' }]);
});

it('waits again, as old as it is, when a new run asks for the same call by itself', async () => {
  const desk = memoryDesk();
  put(desk, anAsk('one')).lose();
  const again = put(desk, anAsk('one', { askedAt: 99 }));
  expect(desk.list).toMatchObject([{ summary: 'one', askedAt: 0, note: 'run-ended' }]);
  expect(desk.orphansIn(sessionId)).toEqual([]);
  await desk.decide(again.id, allow, 'card');
  expect(again.delivered).toEqual([allow]);
});

it('closes an ask that no run can ask again: Claude was told', async () => {
  const desk = memoryDesk({ revive: async () => false });
  const { id, lose } = put(desk, anAsk('one'));
  lose();
  await desk.decide(id, allow, 'card');
  expect(waiting(desk)).toEqual([]);
  expect(desk.outcomes).toMatchObject([{ end: 'not-made', decided: { decision: allow } }]);
  await expect(desk.decide(id, allow, 'card')).rejects.toMatchObject({ code: 'already-answered' });
});

it('has the ask back when its run could not be brought back at all', async () => {
  const desk = memoryDesk({ revive: () => Promise.reject(new AppError('no-claude', 'Claude Code was not found.')) });
  const { id, lose } = put(desk, anAsk('one'));
  lose();
  await expect(desk.decide(id, allow, 'card')).rejects.toMatchObject({ code: 'no-claude' });
  expect(waiting(desk)).toEqual(['one']);
});

it('after a restart of the app offers what waited, and never sends again what may have been sent', async () => {
  const store = memoryStorage();
  const before = memoryDesk({ store });
  put(before, anAsk('waited'));
  const sent = put(before, anAsk('sent'), () => new Promise(() => undefined));
  void before.decide(sent.id, allow, 'card');

  const revived: string[] = [];
  const after = memoryDesk({ store, revive: async ({ summary }) => revived.push(summary) < 0 });
  expect(after.list).toMatchObject([
    { summary: 'waited', note: 'app-restarted' },
    { summary: 'sent', note: 'may-have-run' },
  ]);
  expect(revived).toEqual([]);
  expect(after.input(sent.id)).toEqual({ whole: 'sent' });
});

it('keeps who asked first when a new run asks for the same call and does not say', () => {
  const desk = memoryDesk();
  put(desk, anAsk('one', { agentId: 'a1', agentName: 'Search' })).lose();
  put(desk, anAsk('one', { agentId: 'a1' }));
  expect(desk.list).toMatchObject([{ agentName: 'Search', note: 'run-ended' }]);
});

it('lists what waits oldest first also after a restart, whatever happened to each', () => {
  const store = memoryStorage();
  const before = memoryDesk({ store });
  const one = put(before, anAsk('one', { askedAt: 1 }));
  put(before, anAsk('two', { askedAt: 2 }));
  one.lose();
  expect(waiting(before)).toEqual(['one', 'two']);
  expect(waiting(memoryDesk({ store }))).toEqual(['one', 'two']);
});

it('records the answer that turns out to have arrived when the app or the run ended over it', async () => {
  const store = memoryStorage();
  const before = memoryDesk({ store, judge: () => ({ by: 'mode', mode: 'safe', reason: 'It only reads.', decision: 'allow' }) });
  put(before, anAsk('killed'), () => new Promise(() => undefined));
  const after = memoryDesk({ store });
  const lost = put(after, anAsk('lost'), () => Promise.reject(new AppError('run-gone', 'The run has ended.')));
  await expect(after.decide(lost.id, allow, 'card')).rejects.toMatchObject({ code: 'run-gone' });
  after.noteResults([anAsk('killed').id, lost.id]);
  expect(after.outcomes).toMatchObject([
    { ask: { summary: 'killed' }, end: 'delivered', decided: { surface: 'mode', by: 'It only reads.' } },
    { ask: { summary: 'lost' }, end: 'delivered', decided: { surface: 'card' } },
  ]);
});

describe('an answer of which nobody will know whether it arrived', () => {
  const decided = { status: 'decided', decision: allow, surface: 'card', at: 7, scope: 'once', by: null } as const;
  const ended = ({ outcomes }: ReturnType<typeof memoryDesk>) =>
    outcomes.map(({ end, decided: by }) => `${end} ${by?.surface ?? 'nobody'}`);
  /** The next life of an app that was killed over an answer, and had been started and killed once more. */
  const nextLife = () => {
    const store = memoryStorage([{ ask: anAsk('one'), input: {}, folder: null, state: decided }]);
    memoryDesk({ store });
    return { store, desk: memoryDesk({ store }) };
  };

  it('is in the ledger when another takes its place, before it and once', async () => {
    const { desk } = nextLife();
    const again = put(desk, anAsk('one'));
    await desk.decide(again.id, { answer: 'deny' }, 'dialog');
    desk.noteResults([again.id]);
    expect(ended(desk)).toEqual(['may-have-run card', 'delivered dialog']);
    expect(desk.outcomes[0]).toMatchObject({ decided, found: true });
  });

  it('is in the ledger when the CLI withdraws the ask, and when the session is closed', () => {
    const [one, other] = [nextLife(), nextLife()];
    put(one.desk, anAsk('one')).withdraw();
    other.desk.closeSession(sessionId);
    expect([ended(one.desk), ended(other.desk), other.store.records]).toEqual([
      ['may-have-run card', 'withdrawn nobody'],
      ['may-have-run card'],
      [],
    ]);
  });

  it('was not “not made” when its session is closed', async () => {
    const desk = memoryDesk();
    const { id } = put(desk, anAsk('one'));
    await desk.decide(id, allow, 'card');
    desk.runEnded(sessionId);
    desk.closeSession(sessionId);
    expect(ended(desk)).toEqual(['delivered card', 'may-have-run nobody']);
  });
});

it('takes answers where they belong also when somebody who is told of them fails, and everyone else is told', async () => {
  const failures = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => undefined);
  const revive = vi.fn(async () => false);
  const desk = memoryDesk({ revive, timeoutOf: () => ({ minutes: 5, policy: 'late' }) });
  let told = 0;
  desk.onChange(() => {
    throw new Error('The tray is gone.');
  });
  desk.onChange(() => told++);
  const one = put(desk, anAsk('one'));
  const two = put(desk, anAsk('two'));
  one.lose();
  await desk.decide(one.id, allow, 'card');
  await desk.expire(two.id);
  expect([revive.mock.calls.length, two.delivered.length, told]).toEqual([1, 1, 6]);
  expect(failures.mock.calls[0]?.[0]).toThrow('The tray is gone.');
  failures.mockRestore();
});

it('forgets the asks of a session that is closed for good', () => {
  const store = memoryStorage();
  const desk = memoryDesk({ store });
  put(desk, anAsk('one'));
  put(desk, anAsk('two', { sessionId: SessionId.parse('other') }));
  desk.closeSession(sessionId);
  expect(waiting(desk)).toEqual(['two']);
  expect(store.records).toHaveLength(1);
});

it('asks once more about a call whose run died with the answer in hand, and never by itself', async () => {
  const desk = memoryDesk();
  const one = put(desk, anAsk('one'));
  const two = put(desk, anAsk('two'));
  await desk.decide(one.id, allow, 'card');
  await desk.decide(two.id, allow, 'card');
  desk.noteResults([two.id]);
  expect(waiting(desk)).toEqual([]);
  desk.runEnded(sessionId);
  expect(desk.list).toMatchObject([{ summary: 'one', note: 'may-have-run' }]);
  const again = put(desk, anAsk('one'));
  expect(again.delivered).toEqual([]);
  expect(desk.list).toMatchObject([{ summary: 'one', note: 'may-have-run' }]);
});

it('says of a call that may have run, when only the ledger knows of its answer', () => {
  const store = memoryStorage();
  const before = memoryDesk({ store });
  const { id } = put(before, anAsk('one'));
  put(before, anAsk('two'));
  const desk = memoryDesk({ store, wasAllowed: (asked) => asked === id });
  desk.checkLedger();
  expect(desk.list).toMatchObject([
    { summary: 'one', note: 'may-have-run' },
    { summary: 'two', note: 'app-restarted' },
  ]);
  expect(store.records.map(({ ask }) => ask.note)).toContain('may-have-run');
});

it('has an answer that was written as its run ended in the ledger once, and the ask may have run', async () => {
  const desk = memoryDesk();
  const written = Promise.withResolvers<void>();
  const { id } = put(desk, anAsk('one'), () => written.promise);
  const decided = desk.decide(id, allow, 'card');
  desk.runEnded(sessionId);
  expect(desk.orphansIn(sessionId)).toMatchObject([{ ask: { note: 'may-have-run' } }]);
  written.resolve();
  await decided;
  expect([desk.list, desk.outcomes]).toMatchObject([[{ note: 'may-have-run' }], [{ end: 'delivered', decided: { surface: 'card' } }]]);
});

it('takes the end of the turn for the end of what was answered in it', async () => {
  const store = memoryStorage();
  const desk = memoryDesk({ store });
  const one = put(desk, anAsk('one'));
  put(desk, anAsk('two'));
  await desk.decide(one.id, allow, 'card');
  desk.turnEnded(sessionId);
  desk.runEnded(sessionId);
  expect(waiting(desk)).toEqual(['two']);
  expect(store.records).toHaveLength(1);
});

it('says that a session acts on an answer until the result is there', async () => {
  const desk = memoryDesk();
  const { id } = put(desk, anAsk('one'));
  expect(desk.isActing(sessionId)).toBe(false);
  await desk.decide(id, allow, 'card');
  expect([desk.isActing(sessionId), desk.isActing(SessionId.parse('other'))]).toEqual([true, false]);
  desk.noteResults([id]);
  expect(desk.isActing(sessionId)).toBe(false);
});

it('takes an answer to a call that turns out to have its result as late, and records that the earlier one arrived', async () => {
  const desk = memoryDesk({
    revive: async ({ id }) => {
      desk.noteResults([id]);
      return true;
    },
  });
  const { id, lose } = put(desk, anAsk('one'));
  lose();
  await expect(desk.decide(id, { answer: 'deny' }, 'card')).rejects.toMatchObject({ code: 'already-answered' });
  expect(desk.outcomes).toMatchObject([{ end: 'delivered', decided: null }]);
  expect(waiting(desk)).toEqual([]);
});

it('after a restart has the whole of a big input only where it can be found; elsewhere it says so, and is denied only', async () => {
  const [seen, filledIn] = [{ file_path: 'a', old_string: 'b' }, { replace_all: false }];
  const ask = anAsk('one', {
    tool: 'Edit',
    truncated: true,
    input: { file_path: 'a', ...filledIn },
    fingerprint: fingerprintOf('Edit', { ...seen, ...filledIn }),
  });
  const record = { ask, input: null, folder: null, state: { status: 'waiting' as const } };
  const found = memoryDesk({ store: memoryStorage([record]), wholeInput: () => seen });
  expect(found.input(record.ask.id)).toEqual({ ...seen, ...filledIn });
  const other = memoryDesk({
    store: memoryStorage([record]),
    wholeInput: () => ({ ...seen, old_string: 'what Claude said before a hook changed it' }),
  });
  expect(() => other.input(record.ask.id)).toThrow(expect.objectContaining({ code: 'not-found' }));
  const lost = memoryDesk({ store: memoryStorage([record]) });
  expect(() => lost.input(record.ask.id)).toThrow(expect.objectContaining({ code: 'not-found' }));
  await expect(lost.decide(record.ask.id, allow, 'dialog')).rejects.toMatchObject({ code: 'not-found' });
  await lost.decide(record.ask.id, { answer: 'deny' }, 'dialog');
  expect(lost.outcomes).toMatchObject([{ decided: { decision: { answer: 'deny' } } }]);
});

it('lets a rule decide at once, on disk first, and nobody is asked', async () => {
  const store = memoryStorage();
  const desk = memoryDesk({ store, judge: () => ({ by: 'rule', rule: aRule('Bash(npm run *)'), decision: 'allow' }) });
  const lists: number[] = [];
  desk.onChange((list) => lists.push(list.length));
  const seen: string[] = [];
  const { delivered } = put(desk, anAsk('one'), async () => void seen.push(...store.records.map(({ state }) => state.status)));
  await until(() => expect(desk.outcomes).toHaveLength(1));
  expect([delivered, seen, Math.max(...lists)]).toEqual([[allow], ['decided'], 0]);
  expect(desk.outcomes).toMatchObject([
    { end: 'delivered', decided: { surface: 'rule', scope: 'everywhere', by: 'rule Bash(npm run *)', decision: allow } },
  ]);
});

it('lets a rule deny, and Claude reads which', async () => {
  const desk = memoryDesk({ judge: () => ({ by: 'rule', rule: aRule('deny Bash(curl *)'), decision: 'deny' }) });
  const { delivered } = put(desk, anAsk('one'));
  expect(delivered).toEqual([{ answer: 'deny', reason: 'The user’s rule Bash(curl *) denies this.' }]);
});

it('looks again at what waits when the rules or the mode change; also at what has no run, which is brought back for it', async () => {
  let mode = false;
  const revived: string[] = [];
  const desk = memoryDesk({
    judge: ({ ask }) =>
      mode && ask.tool === 'Bash' ? { by: 'mode', mode: 'safe', reason: 'It only reads.', decision: 'allow' } : { by: 'person' },
    revive: async ({ summary }) => revived.push(summary) < 0,
  });
  const one = put(desk, anAsk('one'));
  put(desk, anAsk('edit', { tool: 'Edit' }));
  put(desk, anAsk('lost')).lose();
  const other = SessionId.parse('other');
  const unsure = put(desk, anAsk('unsure', { sessionId: other }));
  await desk.decide(unsure.id, allow, 'card');
  desk.runEnded(other);
  mode = true;
  desk.reconsider();
  await until(() => expect(revived).toEqual(['lost']));
  expect([one.delivered, waiting(desk)]).toEqual([[allow], ['edit', 'unsure']]);
  expect(desk.outcomes).toContainEqual(
    expect.objectContaining({ decided: expect.objectContaining({ surface: 'mode', by: 'It only reads.' }) }),
  );
});

it('lets no rule and no mode that is gone decide for a run that is brought back for it', async () => {
  let mode = false;
  const again: ReturnType<typeof put>[] = [];
  const desk = memoryDesk({
    judge: () => (mode ? { by: 'mode', mode: 'all', reason: 'All.', decision: 'allow' } : { by: 'person' }),
    revive: async () => {
      mode = false;
      again.push(put(desk, anAsk('one')));
      return true;
    },
  });
  put(desk, anAsk('one')).lose();
  mode = true;
  desk.reconsider();
  await until(() => expect(again).toHaveLength(1));
  expect([again[0]?.delivered, waiting(desk)]).toEqual([[], ['one']]);
});

it('never lets anything but a person answer questions and plans', () => {
  const desk = memoryDesk({ judge: () => ({ by: 'mode', mode: 'all', reason: 'All.', decision: 'allow' }) });
  put(desk, anAsk('question', { kind: 'question' }));
  put(desk, anAsk('plan', { kind: 'plan' }));
  expect(waiting(desk)).toEqual(['question', 'plan']);
});

describe('a marked ask', () => {
  const marked = anAsk('rm', { marks: [{ kind: 'deletes', text: 'Deletes', grave: true }] });

  it.each(['notification', 'tray'] as const)('can’t be allowed in the %s, and can be denied there', async (surface) => {
    const desk = memoryDesk();
    const { id, delivered } = put(desk, marked);
    await expect(desk.decide(id, allow, surface)).rejects.toMatchObject({ code: 'needs-look' });
    expect([waiting(desk), delivered]).toEqual([['rm'], []]);
    await desk.decide(id, { answer: 'deny' }, surface);
    expect(delivered).toEqual([{ answer: 'deny' }]);
  });

  it.each(['dialog', 'card', 'inbox'] as const)('can be allowed in the %s', async (surface) => {
    const desk = memoryDesk();
    const { id, delivered } = put(desk, marked);
    await desk.decide(id, allow, surface);
    expect(delivered).toEqual([allow]);
  });
});

describe('a decision that is remembered', () => {
  it('is claimed before its rule is kept, and carries how far it reaches', async () => {
    const order: string[] = [];
    const desk = memoryDesk({ remember: () => ({ scope: 'folder', keep: () => order.push('rule') }) });
    const { id } = put(desk, anAsk('one'), async () => void order.push('sent'));
    await desk.decide(id, allow, 'dialog', { remember: 'session' });
    expect(order).toEqual(['sent', 'rule']);
    expect(desk.outcomes).toMatchObject([{ decided: { scope: 'folder' } }]);
  });

  it.each<[string, Decision, Partial<Ask>]>([
    ['a denial', { answer: 'deny' }, {}],
    ['a plan', allow, { kind: 'plan' }],
  ])('is refused for %s, and nothing is decided', async (_, decision, more) => {
    const desk = memoryDesk({ remember: () => ({ scope: 'session', keep: () => undefined }) });
    const { id, delivered } = put(desk, anAsk('one', more));
    await expect(desk.decide(id, decision, 'card', { remember: 'session' })).rejects.toMatchObject({ code: 'bad-request' });
    expect([waiting(desk), delivered]).toEqual([['one'], []]);
  });

  it('is not made when no rule can be kept', async () => {
    const desk = memoryDesk();
    const { id, delivered } = put(desk, anAsk('one'));
    await expect(desk.decide(id, allow, 'card', { remember: 'session' })).rejects.toMatchObject({ code: 'no-rule' });
    expect([waiting(desk), delivered]).toEqual([['one'], []]);
  });
});

describe('an ask whose time runs out', () => {
  const timed = (policy: Timeout['policy'], more: Partial<DeskDependencies> = {}) => {
    const late: Decision[] = [];
    const store = memoryStorage();
    const answerLate = async (_: Ask, decision: Decision) => void late.push(decision);
    const desk = memoryDesk({ store, now: () => 1_000, timeoutOf: () => ({ minutes: 5, policy }), answerLate, ...more });
    return { desk, late, store };
  };

  it('says until when it waits', () => {
    const { desk } = timed('wait');
    put(desk, anAsk('one'));
    expect(desk.list).toMatchObject([{ expiresAt: 301_000 }]);
  });

  it('goes on waiting, and says so', async () => {
    const { desk } = timed('wait');
    const { id, delivered } = put(desk, anAsk('one'));
    await desk.expire(id);
    expect(desk.list).toMatchObject([{ expiresAt: null, note: 'overdue' }]);
    await desk.decide(id, allow, 'card');
    expect(delivered).toEqual([allow]);
  });

  it('is denied, and Claude reads that nobody answered', async () => {
    const { desk } = timed('deny');
    const { id, delivered } = put(desk, anAsk('one'));
    await desk.expire(id);
    expect(delivered).toEqual([{ answer: 'deny', reason: 'Nobody answered within 5 minutes.' }]);
    expect(desk.outcomes).toMatchObject([{ decided: { surface: 'timeout' } }]);
  });

  it('is put off: Claude goes on, the ask stays, and a later allow is a message and one more call', async () => {
    const { desk, late, store } = timed('late');
    const { id, delivered } = put(desk, anAsk('one'));
    await desk.expire(id);
    expect(delivered).toMatchObject([{ answer: 'deny', reason: expect.stringContaining('answer later') }]);
    // The denied call has its result, and its turn and its run end; the ask is none of theirs any more.
    desk.noteResults([id]);
    desk.turnEnded(sessionId);
    desk.runEnded(sessionId);
    expect(desk.list).toMatchObject([{ summary: 'one', note: 'late', expiresAt: null }]);
    expect([desk.orphansIn(sessionId), desk.isActing(sessionId)]).toEqual([[], false]);

    await desk.decide(id, allow, 'tray');
    expect([late, waiting(desk), store.records]).toEqual([[allow], [], []]);
    const fingerprint = 'one';
    const again = put(desk, anAsk('again', { fingerprint }));
    const third = put(desk, anAsk('third', { fingerprint }));
    expect([again.delivered, third.delivered, waiting(desk)]).toEqual([[allow], [], ['third']]);
    await until(() =>
      expect(desk.outcomes.map(({ ask, decided }) => [ask.summary, decided?.surface, decided?.by])).toEqual([
        ['one', 'timeout', null],
        ['one', 'tray', null],
        ['again', 'tray', 'your later answer'],
      ]),
    );
  });

  it('grants nothing to another session, nor after its session is closed', async () => {
    const { desk, store } = timed('late');
    const { id } = put(desk, anAsk('one'));
    await desk.expire(id);
    await desk.decide(id, allow, 'card');
    put(desk, anAsk('other', { sessionId: SessionId.parse('other'), fingerprint: 'one' }));
    expect([waiting(desk), store.grants]).toMatchObject([['other'], [{ sessionId }]]);
    desk.closeSession(sessionId);
    expect(store.grants).toEqual([]);
  });

  it('keeps waiting for its late answer after a restart, and when the answer could not be sent', async () => {
    const { desk, store } = timed('late');
    const { id } = put(desk, anAsk('one'));
    await desk.expire(id);
    const after = memoryDesk({ store, answerLate: () => Promise.reject(new AppError('no-claude', 'Claude Code was not found.')) });
    await expect(after.decide(id, allow, 'card')).rejects.toMatchObject({ code: 'no-claude' });
    expect([after.list, store.grants]).toMatchObject([[{ summary: 'one', note: 'late' }], []]);
  });

  it.each<[string, (sent: PromiseWithResolvers<void>) => void]>([
    ['sent', ({ resolve }) => resolve()],
    ['lost', ({ reject }) => reject(new AppError('run-gone', 'The run has ended.'))],
  ])('ends once with its session, also while its late answer is on its way and then %s', async (_, end) => {
    const sent = Promise.withResolvers<void>();
    const { desk, store } = timed('late', { answerLate: () => sent.promise });
    const { id } = put(desk, anAsk('one'));
    await desk.expire(id);
    const decided = desk.decide(id, allow, 'card');
    desk.closeSession(sessionId);
    end(sent);
    await decided.catch(() => undefined);
    expect([store.records, store.grants, desk.outcomes.map((outcome) => outcome.end)]).toEqual([[], [], ['delivered', 'not-made']]);
  });

  it.each<[string, (sent: PromiseWithResolvers<void>) => void, unknown]>([
    ['sent', ({ resolve }) => resolve(), [[], ['timeout', 'card']]],
    ['lost', ({ reject }) => reject(new AppError('run-gone', 'The run has ended.')), [['one'], ['timeout']]],
  ])('is not taken for answered because its denial has a result, while its late answer is on its way and then %s', async (_, end, left) => {
    const sent = Promise.withResolvers<void>();
    const { desk } = timed('late', { answerLate: () => sent.promise });
    const { id } = put(desk, anAsk('one'));
    await desk.expire(id);
    const decided = desk.decide(id, allow, 'card');
    // Found by the run that is started for the message, or told by the one that is there.
    desk.noteResults([id]);
    end(sent);
    await decided.catch(() => undefined);
    expect([waiting(desk), desk.outcomes.map((outcome) => outcome.decided?.surface)]).toEqual(left);
  });

  it('is not put off when its call may have run: whoever answers it must know that', async () => {
    const { desk, late } = timed('late');
    const { id } = put(desk, anAsk('one'));
    await desk.decide(id, allow, 'card');
    desk.runEnded(sessionId);
    const again = put(desk, anAsk('one'));
    await desk.expire(id);
    expect([desk.list, again.delivered, late]).toMatchObject([[{ note: 'may-have-run', expiresAt: null }], [], []]);
  });

  it('is not put off when it is about messages of other sessions: no later answer could bring them back', async () => {
    const { desk, late } = timed('late');
    const { id, delivered } = put(desk, anAsk('one', { tool: 'ReceiveMessage' }));
    await desk.expire(id);
    expect([desk.list, delivered]).toMatchObject([[{ note: 'overdue', expiresAt: null }], []]);
    await desk.decide(id, allow, 'card');
    expect([delivered, late, waiting(desk)]).toEqual([[allow], [], []]);
  });

  it('takes no late answer that does not fit it', async () => {
    const { desk, late } = timed('late');
    const permission = put(desk, anAsk('one'));
    const question = put(desk, anAsk('two', { kind: 'question' }));
    await desk.expire(permission.id);
    await desk.expire(question.id);
    for (const [id, decision] of [
      [permission.id, { answer: 'answers', answers: {} }],
      [question.id, allow],
      [question.id, { answer: 'answers', answers: { 'Which other?': 'Red' } }],
    ] as const)
      await expect(desk.decide(id, decision, 'card')).rejects.toMatchObject({ code: 'bad-request' });
    expect([late, waiting(desk)]).toEqual([[], ['one', 'two']]);
  });

  it('waits for as long as it takes when its limit is lifted meanwhile, and no longer counts down', async () => {
    let limit: Timeout = { minutes: 5, policy: 'deny' };
    const { desk } = timed('deny', { timeoutOf: () => limit });
    const { id, delivered } = put(desk, anAsk('one'));
    limit = { minutes: null, policy: 'deny' };
    desk.liftTimeLimits();
    expect(desk.list).toMatchObject([{ expiresAt: null, note: null }]);
    await desk.expire(id);
    expect([delivered, waiting(desk)]).toEqual([[], ['one']]);
  });

  it.each<[string, Decision]>([
    ['as it was', allow],
    ['edited', { answer: 'allow', input: { whole: 'other' } }],
  ])('grants nothing when the app died before its late allow, %s, was sent: the next answer counts', async (_, decision) => {
    const { desk, store } = timed('late', { answerLate: () => new Promise(() => undefined) });
    const { id } = put(desk, anAsk('one'));
    await desk.expire(id);
    void desk.decide(id, decision, 'card');
    expect(store.grants).toHaveLength(1);
    const after = memoryDesk({ store });
    expect([after.list, store.grants]).toMatchObject([[{ summary: 'one', note: 'late' }], []]);
  });

  it('is granted as it was asked, whatever the transcript has of a call too big to be kept', async () => {
    const big = (input: Record<string, unknown>) => ({ wholeInput: () => input });
    const { desk, store } = timed('late', { answerLate: () => new Promise(() => undefined) });
    const fingerprint = fingerprintOf('Edit', { new_string: 'long', replace_all: false });
    const { id } = put(desk, anAsk('one', { tool: 'Edit', fingerprint }));
    await desk.expire(id);
    void desk.decide(id, allow, 'card');
    store.put(...store.records.map((record) => ({ ...record, input: null })));
    // The app died before the answer was sent. It grants nothing, and the next one does.
    const after = memoryDesk({ store, ...big({ new_string: 'long' }) });
    expect(store.grants).toEqual([]);
    await after.decide(id, allow, 'card');
    expect(store.grants).toMatchObject([{ fingerprint }]);
  });

  it('takes effect once when its call is asked about again, although it was denied for now', async () => {
    const sent = Promise.withResolvers<void>();
    const { desk, store } = timed('late', { answerLate: () => sent.promise });
    const { id } = put(desk, anAsk('one'), () => Promise.reject(new AppError('run-gone', 'The run has ended.')));
    await expect(desk.expire(id)).rejects.toMatchObject({ code: 'run-gone' });
    const decided = desk.decide(id, allow, 'card');
    // The run that is started for the message has not seen the denial, and asks by itself.
    const again = put(desk, anAsk('one'));
    sent.resolve();
    await decided;
    const other = put(desk, anAsk('other', { fingerprint: 'one' }));
    expect([again.delivered, other.delivered, store.grants]).toEqual([[allow], [], []]);
    expect(memoryDesk({ store }).list).toMatchObject([{ summary: 'one', note: 'may-have-run' }, { summary: 'other' }]);
  });

  it('has its late answer in the ledger also when its call is asked about again, changed: the message was sent', async () => {
    const sent = Promise.withResolvers<void>();
    const { desk } = timed('late', { answerLate: () => sent.promise });
    const { id } = put(desk, anAsk('one'), () => Promise.reject(new AppError('run-gone', 'The run has ended.')));
    await expect(desk.expire(id)).rejects.toMatchObject({ code: 'run-gone' });
    const decided = desk.decide(id, allow, 'card');
    const again = put(desk, anAsk('one', { fingerprint: 'changed' }));
    sent.resolve();
    await decided;
    expect([again.delivered, waiting(desk)]).toEqual([[], ['one']]);
    expect(desk.outcomes).toMatchObject([{ decided: { decision: allow, surface: 'card' }, end: 'delivered' }]);
  });

  it('is not touched when it was answered in time, or has no run', async () => {
    const { desk } = timed('deny');
    const one = put(desk, anAsk('one'));
    const two = put(desk, anAsk('two'));
    await desk.decide(one.id, allow, 'card');
    two.lose();
    await desk.expire(one.id);
    await desk.expire(two.id);
    expect([one.delivered, desk.list]).toMatchObject([[allow], [{ summary: 'two', expiresAt: null, note: 'run-ended' }]]);
  });
});

it('what may have run is allowed by nothing but a person, also after a second crash', async () => {
  const x = anAsk('x');
  let mode = false;
  const desk = memoryDesk({ judge: () => (mode ? { by: 'mode', mode: 'safe', reason: 'r', decision: 'allow' } : { by: 'person' }) });
  put(desk, x);
  await desk.decide(x.id, allow, 'card');
  desk.runEnded(sessionId);
  mode = true;
  put(desk, x).lose();
  const third = put(desk, x);
  expect([third.delivered, desk.list[0]?.note]).toEqual([[], 'may-have-run']);
});
