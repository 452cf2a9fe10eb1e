import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { aRule } from '../../../test/a-rule';
import { anAsk } from '../../../test/an-ask';
import { memoryShelf } from '../../../test/memory-desk';
import type { Decision } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import { type AskId, askId, SessionId } from '../../shared/ids';
import { AskDesk } from './ask-desk';
import type { Outcome } from './desk-dependencies';

const sessionId = SessionId.parse('session');
const gone = () => new AppError('run-gone', 'The run has ended.');
const decisions: readonly Decision[] = [
  { answer: 'allow' },
  { answer: 'allow', input: { edited: true } },
  { answer: 'deny', reason: 'No.' },
];

/** Numbers that only look like chance. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What a run asked, and how far its answer has come. */
interface Request {
  readonly call: string;
  readonly withdrawal: AbortController;
  answers: number;
  writing: PromiseWithResolvers<void> | null;
}

/** One session's asks over many lives of its runs and of the app, in an order that the seed makes. Tells what should not have been. */
async function live(seed: number): Promise<string[]> {
  const next = chance(seed);
  const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];
  const wrong: string[] = [];
  const store = memoryShelf();
  const rows: Outcome[] = [];
  const taken: [AskId, number][] = [];
  const mayHaveRun = new Set<string>();
  let requests: Request[] = [];
  /** Answers for which a run is being started, or a message is on its way. */
  let underway: { id: AskId; asked: PromiseWithResolvers<boolean> }[] = [];
  let clock = 0;
  let calls = 0;
  let ruled = false;

  const hasRow = (id: AskId, at?: number) => rows.some(({ ask, decided }) => ask.id === id && (at === undefined || decided?.at === at));
  const startLater = ({ id }: { id: AskId }): Promise<boolean> => {
    const asked = Promise.withResolvers<boolean>();
    underway.push({ id, asked });
    return asked.promise;
  };
  const openDesk = () =>
    new AskDesk({
      store,
      record: (outcome) => {
        if (!outcome.found || !hasRow(outcome.ask.id, outcome.decided?.at)) rows.push(outcome);
      },
      revive: startLater,
      answerLate: async (ask) => void (await startLater(ask)),
      wholeInput: () => null,
      judge: () => (ruled ? { by: 'rule', rule: aRule('Bash'), decision: 'allow' } : { by: 'person' }),
      remember: () => {
        throw new AppError('no-rule', 'There are no rules here.');
      },
      timeoutOf: () => ({ minutes: 5, policy: oneOf(['wait', 'deny', 'late'] as const) ?? 'wait' }),
      wasAllowed: (id) =>
        rows.some(
          ({ ask, decided, end }) =>
            ask.id === id && (end === 'may-have-run' || (end === 'delivered' && decided?.decision.answer === 'allow')),
        ),
      beforeRecording: () => undefined,
      now: () => ++clock,
    });
  let desk = openDesk();

  const ask = (call: string): void => {
    const request: Request = { call, withdrawal: new AbortController(), answers: 0, writing: null };
    requests.push(request);
    desk.ask({ ask: anAsk(call), input: {}, suggestions: [] }, request.withdrawal.signal, ({ decision, surface }) => {
      if (++request.answers > 1) wrong.push(`${call} was answered twice`);
      if (decision.answer === 'allow') {
        if (surface === 'rule' && mayHaveRun.has(call)) wrong.push(`${call} was run again by a rule`);
        mayHaveRun.add(call);
      }
      if (next() < 0.6) return Promise.resolve();
      request.writing = Promise.withResolvers();
      return request.writing.promise;
    });
  };
  const decide = (id: AskId): void => {
    const at = clock + 1;
    desk.decide(id, oneOf(decisions) ?? { answer: 'deny' }, 'card').then(
      () => taken.push([id, at]),
      (error: unknown) => error instanceof AppError || wrong.push(String(error)),
    );
  };
  const written = (request: Request): void => {
    request.writing?.resolve();
    request.writing = null;
  };
  const waits = (): Request[] => requests.filter(({ answers }) => answers === 0);
  const arrived = (): Request[] => requests.filter(({ answers, writing }) => answers > 0 && writing === null);
  const answerUnderway = ({ id, asked }: (typeof underway)[number]): void => {
    underway = underway.filter((one) => one.asked !== asked);
    const how = oneOf(['asks again', 'told', 'has its result', 'gone']);
    const call = id.slice(sessionId.length + 1);
    if (how === 'gone') asked.reject(gone());
    else if (how === 'asks again' && !requests.some((request) => request.call === call)) ask(call);
    else if (how === 'has its result') desk.settle([id]);
    asked.resolve(how !== 'told');
  };
  const events: readonly (() => void)[] = [
    () => ask(`call-${calls++}`),
    () => ask(`call-${calls++}`),
    ...Array.from({ length: 3 }, () => () => desk.list.length > 0 && decide(oneOf(desk.list)?.id ?? askId(sessionId, ''))),
    () => desk.list.length > 0 && void desk.expire(oneOf(desk.list)?.id ?? askId(sessionId, '')).catch(() => undefined),
    () => requests.forEach(written),
    () => desk.settle(arrived().map(({ call }) => askId(sessionId, call))),
    () => oneOf(waits())?.withdrawal.abort('withdrawn'),
    () => underway.slice(0, 1).forEach(answerUnderway),
    () => underway.forEach(answerUnderway),
    () => {
      ruled = !ruled;
      desk.reconsider();
    },
    // A run that was started for something else asks by itself.
    () => {
      const orphan = oneOf(desk.orphansIn(sessionId))?.ask;
      if (orphan?.toolUseId && !underway.some(({ id }) => id === orphan.id)) ask(orphan.toolUseId);
    },
    // The run ends.
    () => {
      for (const { writing } of requests) writing?.reject(gone());
      for (const { withdrawal } of waits()) withdrawal.abort('closed');
      requests = [];
      desk.runEnded(sessionId);
      if (underway.length === 0 && desk.isActing(sessionId)) wrong.push('a run that is gone acts on an answer');
    },
    // The app does.
    () => {
      requests = [];
      underway = [];
      desk = openDesk();
    },
  ];

  for (let step = 0; step < 60; step++) {
    oneOf(events)?.();
    await nextTurn();
  }
  ruled = false;
  while (underway.length > 0 || requests.some(({ writing }) => writing)) {
    underway.forEach(answerUnderway);
    requests.forEach(written);
    await nextTurn();
  }
  desk.turnEnded(sessionId);
  if (desk.isActing(sessionId)) wrong.push('something decided lies there for ever');
  for (const [id, at] of taken)
    if (!hasRow(id, at) && !store.records.some(({ ask, unsure }) => ask.id === id && unsure))
      wrong.push(`the answer to ${id} is in no row`);
  const known = rows.map(({ ask, decided }) => `${ask.id} ${decided?.at}`);
  if (new Set(known).size < known.length) wrong.push('an answer has two rows');
  return wrong;
}

it('in whatever order things happen, each answer is delivered once at most and is in the ledger, and nothing runs twice by itself', async () => {
  const wrong: string[] = [];
  for (let seed = 1; seed <= 300; seed++) wrong.push(...(await live(seed)).map((what) => `${seed}: ${what}`));
  expect(wrong).toEqual([]);
});
