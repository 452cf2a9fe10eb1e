import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { aRule } from '../../../test/a-rule';
import { anAsk } from '../../../test/an-ask';
import { memoryStorage } from '../../../test/memory-desk';
import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import { type AskId, askId, SessionId } from '../../shared/ids';
import { InteractionId } from '../../shared/interaction';
import { AskDesk } from './ask-desk';
import { stateOf } from './ask-state';
import type { AskStorage } from './ask-store';
import { transitions } from './ask-transitions';
import type { Outcome } from './desk-dependencies';

/** Every transition that the state machine made. */
const made = vi.hoisted(() => new Set<string>());
vi.mock(import('./ask-transitions'), async (original) => {
  const machine = await original();
  return {
    ...machine,
    next: (entry, event) => {
      const step = machine.next(entry, event);
      made.add(`${stateOf(entry)} ${event.type} ${stateOf(step.entry)}`);
      return step;
    },
  };
});

const sessionId = SessionId.parse('session');
const idOf = (call: string): AskId => askId(sessionId, call);
const gone = () => new AppError('run-gone', 'The run has ended.');
const decisions: readonly Decision[] = [
  { answer: 'allow' },
  { answer: 'allow', input: { edited: true } },
  { answer: 'deny', reason: 'No.' },
];

/** Every fourth call is one of our own tools, which asks the person itself. */
const isTool = (call: string): boolean => Number(call.slice('call-'.length)) % 4 === 0;
let prompts = 0;
const promptOf = (call: string): Partial<Ask> =>
  isTool(call)
    ? {
        interaction: {
          id: InteractionId.parse(`prompt-${++prompts}`),
          origin: { by: 'tool', tool: 'gate', title: 'Gate', builtIn: false },
          prompt: call,
          error: null,
          presentation: 'tool',
          approvalScopes: ['once'],
          step: 0,
          survivesRestart: true,
        },
      }
    : {};

/** Pseudorandom numbers (mulberry32): the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What a run asked, and how far its answer has come. */
interface Request {
  readonly call: string;
  readonly signal: AbortController;
  /** The prompt, if one of our own tools asks. */
  readonly interaction: Ask['interaction'];
  answers: number;
  /** The CLI no longer waits for the answer. */
  isGone: boolean;
  writing: PromiseWithResolvers<void> | null;
}

/** A store that the app can no longer write to once it is killed. */
function storeUntil(isKilled: () => boolean, store: AskStorage): AskStorage {
  return {
    get records() {
      return store.records;
    },
    get grants() {
      return store.grants;
    },
    put: (...records) => isKilled() || store.put(...records),
    remove: (id) => isKilled() || store.remove(id),
    setGrants: (grants) => isKilled() || store.setGrants(grants),
  };
}

/** One session's asks over many lives of its runs and of the app, in an order that the seed makes. Returns what went wrong. */
async function live(seed: number): Promise<string[]> {
  const random = randomNumbers(seed);
  const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const wrong: string[] = [];
  const store = memoryStorage();
  const rows: Outcome[] = [];
  const accepted: [AskId, number][] = [];
  const mayHaveRun = new Set<string>();
  /** Calls that one run asked for twice: each request gets its answer, so a rule may allow both. */
  const askedTwice = new Set<string>();
  let requests: Request[] = [];
  /** Answers for which a run is being started, or a message is being sent. */
  let underway: { id: AskId; done: PromiseWithResolvers<boolean> }[] = [];
  let onDisk = store.records;
  let undecided = 0;
  let clock = 0;
  let calls = 0;
  let life = 0;
  let isClosed = false;
  let isRuled = false;
  let hasLimit = true;

  const hasRow = (id: AskId, at?: number) => rows.some(({ ask, decided }) => ask.id === id && (at === undefined || decided?.at === at));
  const wasAllowed = (id: AskId): boolean =>
    rows.some(
      ({ ask, decided, end }) => ask.id === id && (end === 'may-have-run' || (end === 'delivered' && decided?.decision.answer === 'allow')),
    );
  const startLater = ({ id }: { id: AskId }): Promise<boolean> => {
    const done = Promise.withResolvers<boolean>();
    underway.push({ id, done });
    return done.promise;
  };
  const openDesk = (): AskDesk => {
    const me = ++life;
    const isKilled = () => life !== me;
    const opened = new AskDesk({
      store: storeUntil(isKilled, store),
      record: (outcome) => {
        if (!isKilled() && (!outcome.found || !hasRow(outcome.ask.id, outcome.decided?.at))) rows.push(outcome);
      },
      revive: startLater,
      answerLate: async (ask) => void (await startLater(ask)),
      wholeInput: () => null,
      judge: () => (isRuled ? { by: 'rule', rule: aRule('Bash'), decision: 'allow' } : { by: 'person' }),
      remember: () => {
        throw new AppError('no-rule', 'There are no rules here.');
      },
      timeoutOf: () => ({ minutes: hasLimit ? 5 : null, policy: oneOf(['wait', 'deny', 'late'] as const) ?? 'wait' }),
      wasAllowed,
      beforeRecording: () => undefined,
      now: () => ++clock,
    });
    opened.onChange((list) => {
      const stored = new Set(store.records.map(({ ask }) => ask.id));
      if (!isKilled() && list.some(({ id }) => !stored.has(id))) wrong.push('an ask was announced before it was on disk');
    });
    return opened;
  };
  let desk = openDesk();

  const ask = (call: string): void => {
    const parts = promptOf(call);
    const request: Request = {
      call,
      interaction: parts.interaction ?? null,
      signal: new AbortController(),
      answers: 0,
      isGone: false,
      writing: null,
    };
    if (requests.some((other) => other.call === call)) askedTwice.add(call);
    requests.push(request);
    isClosed = false;
    const me = life;
    const fingerprint = random() < 0.75 ? call : `${call} changed`;
    desk.ask(
      { ask: anAsk(call, { fingerprint, ...parts }), input: {}, suggestions: [], folder: null },
      request.signal.signal,
      async (decided) => {
        if (life !== me) return;
        if (request.signal.signal.aborted) throw new AppError('ask-gone', 'It is no longer waiting.');
        const { decision, surface, at, by } = decided;
        const isInterim = surface === 'timeout' || by === 'another call under the same id';
        const stored = store.records.find((record) => record.ask.id === idOf(call))?.state;
        if (!isInterim && !(stored?.status === 'decided' && stored.at === at))
          wrong.push(`${call} was answered before its decision was on disk`);
        if (!isInterim && random() < 0.1) throw new AppError('bad-request', 'It does not fit.');
        if (++request.answers > 1) wrong.push(`${call} was answered twice`);
        if (decision.answer === 'allow') {
          if (surface === 'rule' && mayHaveRun.has(call) && !askedTwice.has(call)) wrong.push(`${call} was run again by a rule`);
          mayHaveRun.add(call);
        }
        if (random() < 0.6) return;
        request.writing = Promise.withResolvers();
        await request.writing.promise;
      },
    );
  };
  const decide = (id: AskId): void => {
    const at = clock + 1;
    const me = life;
    undecided += 1;
    const { interaction = null } = desk.list.find((listed) => listed.id === id) ?? {};
    const possible: readonly Decision[] = interaction ? [...decisions, { answer: 'cancel' }] : decisions;
    desk
      .decide(id, oneOf(possible) ?? { answer: 'deny' }, 'card', { interactionId: interaction?.id })
      .then(
        () => life === me && accepted.push([id, at]),
        (error: unknown) => error instanceof AppError || wrong.push(String(error)),
      )
      .finally(() => {
        if (life === me) undecided -= 1;
      });
  };
  const written = (request: Request): void => {
    request.writing?.resolve();
    request.writing = null;
  };
  const waiting = (): Request[] => requests.filter(({ answers, isGone }) => answers === 0 && !isGone);
  const arrived = (): Request[] => requests.filter(({ answers, writing }) => answers > 0 && writing === null);
  const seeResult = (call: string): void => {
    for (const request of requests) if (request.call === call) request.isGone = true;
    desk.noteResults([idOf(call)]);
  };
  const finish = ({ id, done }: (typeof underway)[number]): void => {
    underway = underway.filter((one) => one.done !== done);
    const how = oneOf(['asks again', 'told', 'has its result', 'gone', 'ends before it asks']);
    const call = id.slice(sessionId.length + 1);
    if (how === 'gone') done.reject(gone());
    else if (how === 'asks again' && !requests.some((request) => request.call === call)) ask(call);
    else if (how === 'has its result') seeResult(call);
    done.resolve(how !== 'told');
  };
  const endRun = (): void => {
    for (const { writing } of requests) writing?.reject(gone());
    for (const { signal } of waiting()) signal.abort('closed');
    requests = [];
    desk.runEnded(sessionId);
  };
  const restartApp = (): void => {
    requests = [];
    underway = [];
    undecided = 0;
    isClosed = false;
    desk = openDesk();
  };

  const events: readonly (() => void)[] = [
    ...Array.from({ length: 3 }, () => () => ask(`call-${calls++}`)),
    ...Array.from({ length: 4 }, () => () => desk.list.length > 0 && decide(oneOf(desk.list)?.id ?? idOf(''))),
    // Somebody answers what may no longer wait.
    () => decide(idOf(`call-${Math.floor(random() * calls)}`)),
    ...Array.from({ length: 2 }, () => () => {
      const id = oneOf(desk.list)?.id;
      if (id) desk.expire(id).catch(() => undefined);
    }),
    () => {
      hasLimit = !hasLimit;
      desk.liftTimeLimits();
    },
    () => {
      isRuled = !isRuled;
      desk.reconsider();
    },
    () => requests.forEach(written),
    // What is being written does not get through, and the run's end is not known yet.
    () => {
      for (const { writing } of requests) writing?.reject(gone());
    },
    () => {
      for (const { call } of arrived()) seeResult(call);
    },
    () => desk.turnEnded(sessionId),
    () => {
      const request = oneOf(waiting());
      if (!request) return;
      request.isGone = true;
      request.signal.abort('withdrawn');
    },
    // The CLI goes on without an answer.
    () => {
      const call = oneOf(waiting())?.call;
      if (call !== undefined) seeResult(call);
    },
    // A run asks twice under one id.
    () => {
      const call = oneOf(requests)?.call;
      if (call !== undefined) ask(call);
    },
    // A run that was started for something else asks by itself.
    () => {
      const orphan = oneOf(desk.orphansIn(sessionId))?.ask;
      if (orphan?.toolUseId && !underway.some(({ id }) => id === orphan.id)) ask(orphan.toolUseId);
    },
    () => {
      const late = oneOf(desk.list.filter(({ note }) => note === 'late'));
      if (late?.toolUseId) ask(late.toolUseId);
    },
    // A tool takes its answer later: after an answer that said so, or because the call can't stay open any longer.
    () => {
      const request = oneOf(requests.filter(({ call, isGone, writing }) => isTool(call) && !isGone && writing === null));
      if (!request) return;
      request.isGone = true;
      desk.postpone({ id: idOf(request.call), interaction: request.interaction });
    },
    // The answer is still being written then.
    () => {
      const request = oneOf(requests.filter(({ call, writing }) => isTool(call) && writing !== null));
      if (request) desk.postpone({ id: idOf(request.call), interaction: request.interaction });
    },
    // A tool that has its late answer asks again.
    () => {
      const late = oneOf(desk.list.filter(({ note, interaction }) => note === 'late' && interaction)) ?? null;
      const answered = oneOf(underway.filter(({ id }) => isTool(id.slice(sessionId.length + 1))));
      const call = (late?.id ?? answered?.id)?.slice(sessionId.length + 1);
      if (call !== undefined) desk.repromptLate({ ask: anAsk(call, promptOf(call)), input: {}, suggestions: [], folder: null });
    },
    () => underway.slice(0, 1).forEach(finish),
    () => underway.forEach(finish),
    // The run that answers are under way for asks before it is known to be there.
    () => {
      const id = oneOf(underway)?.id;
      const call = id?.slice(sessionId.length + 1);
      if (call !== undefined && !requests.some((request) => request.call === call)) ask(call);
    },
    // The result of an orphaned call turns up.
    () => {
      const orphan = oneOf(desk.orphansIn(sessionId))?.ask;
      if (orphan) desk.noteResults([orphan.id]);
    },
    // Whoever asked is gone with its run.
    () => {
      const orphan = oneOf(desk.orphansIn(sessionId))?.ask;
      if (orphan) desk.withdraw([orphan.id]);
    },
    endRun,
    endRun,
    // A run asks and is gone before the desk hears of it.
    () => {
      const isNew = calls === 0 || random() < 0.5;
      const call = isNew ? `call-${calls++}` : `call-${Math.floor(random() * calls)}`;
      const asked = { ask: anAsk(call, promptOf(call)), input: {}, suggestions: [], folder: null };
      desk.ask(asked, AbortSignal.abort('closed'), () => Promise.reject(gone()));
      if (isNew && !isClosed && !desk.list.some(({ id }) => id === idOf(call))) wrong.push(`${call} of a run that is gone was lost`);
    },
    restartApp,
    () => {
      onDisk = store.records;
    },
    // The disk was full for a while, and the ledger knows more than it.
    () => {
      if (![...mayHaveRun].every((call) => wasAllowed(idOf(call)))) return;
      for (const record of store.records) store.remove(record.ask.id);
      store.put(...onDisk);
      restartApp();
      desk.checkLedger();
    },
    () => {
      restartApp();
      if (random() < 0.3) {
        desk.leaveOnDisk(sessionId);
        restartApp();
      }
    },
    () => {
      if (random() < 0.3) return;
      isClosed = true;
      desk.closeSession(sessionId);
      endRun();
    },
  ];
  const check = (): void => {
    const listed = new Set(desk.list.map(({ id }) => id));
    for (const { call } of waiting()) if (!listed.has(idOf(call))) wrong.push(`${call} waits, and nobody can answer it`);
    if (requests.length === 0 && underway.length === 0 && desk.isActing(sessionId)) wrong.push('a run that is gone acts on an answer');
  };

  for (let step = 0; step < 50; step++) {
    oneOf(events)?.();
    // Some things happen in one moment.
    if (random() < 0.3) continue;
    await nextTurn();
    check();
  }
  await nextTurn();
  isRuled = false;
  while (underway.length > 0 || requests.some(({ writing }) => writing)) {
    underway.forEach(finish);
    requests.forEach(written);
    await nextTurn();
  }
  if (undecided > 0) wrong.push('somebody was never told what became of their answer');
  desk.turnEnded(sessionId);
  if (desk.isActing(sessionId)) wrong.push('something decided lies there for ever');
  for (const [id, at] of accepted)
    if (!hasRow(id, at) && !store.records.some(({ ask: { id: stored }, unsure }) => stored === id && unsure))
      wrong.push(`the answer to ${id} is in no row`);
  const known = rows.filter(({ decided }) => decided).map(({ ask: { id }, decided }) => `${id} ${decided?.at}`);
  if (new Set(known).size < known.length) wrong.push('an answer has two rows');
  return wrong;
}

it('in whatever order things happen, no ask is lost, each answer is delivered once at most and is in the ledger, and nothing runs twice by itself', async () => {
  const wrong: string[] = [];
  for (let seed = 1; seed <= 4_000; seed++) wrong.push(...(await live(seed)).map((what) => `${seed}: ${what}`));
  expect(wrong).toEqual([]);
  const all = Object.entries(transitions).flatMap(([from, row]) =>
    Object.entries(row).flatMap(([event, targets]) => targets.map((to) => `${from} ${event} ${to}`)),
  );
  expect(all.filter((transition) => !made.has(transition))).toEqual([]);
});
