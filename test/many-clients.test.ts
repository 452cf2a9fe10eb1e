import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runCommand } from '../src/command/run-command';
import type { Ask } from '../src/shared/ask';
import { AppError } from '../src/shared/errors';
import { surfaceWords } from '../src/shared/surface-words';
import { apiBoxPerTest, call } from './api-box';
import { until } from './until';

/** `npm test` makes fewer; 500 take a minute or two. */
const rounds = Number(process.env.SIGNALBOX_CLIENT_ROUNDS ?? 40);

const held = apiBoxPerTest({ SIGNALBOX_HTTP: '0' });

/** What one client heard: that its answer counts, or why it does not. */
type Heard = { readonly won: true } | { readonly won: false; readonly why: string };
const surfaces = ['dialog', 'api', 'command'] as const;

const clients: Readonly<Record<(typeof surfaces)[number], (ask: Ask) => Promise<Heard>>> = {
  dialog: async ({ id }) => {
    try {
      await held.box.core.desk.decide(id, { answer: 'allow' }, 'dialog');
      return { won: true };
    } catch (error) {
      return { won: false, why: error instanceof AppError ? error.message : String(error) };
    }
  },
  api: async ({ id, sessionId }) => {
    const headers = { authorization: `Bearer ${held.box.token}` };
    const { status, body } = await call(held.box.loopback, `/api/sessions/${sessionId}/deny`, { body: { requestId: id }, headers });
    return status === 200 ? { won: true } : { won: false, why: JSON.stringify(body) };
  },
  command: async ({ id }) => {
    let why = '';
    const exit = await runCommand(['allow', id], {
      env: { SIGNALBOX_USER_DATA: held.box.userData },
      cwd: '/',
      platform: process.platform,
      home: '/',
      print: () => undefined,
      printError: (text) => {
        why += text;
      },
      signal: new AbortController().signal,
    });
    return exit === 0 ? { won: true } : { won: false, why: `${exit} ${why}` };
  },
};

it(`of the window, the API and the command exactly one decides, ${rounds} times, and the others hear which`, async () => {
  const seen = new Set<string>();
  const winners: string[] = [];
  const wrong: unknown[] = [];
  const race = async (ask: Ask): Promise<void> => {
    const round = seen.size;
    const heard = await Promise.all(
      surfaces.map(async (surface, index) => {
        // Each has a start over the others in its turn, because the window is always the quickest.
        if (index !== round % surfaces.length) await delay(Math.random() * 20);
        return [surface, await clients[surface](ask)] as const;
      }),
    );
    const [winner, ...others] = heard.flatMap(([surface, { won }]) => (won ? [surface] : []));
    if (winner === undefined || others.length > 0) wrong.push(heard);
    else winners.push(winner);
    for (const [, one] of heard)
      if (!one.won && (winner === undefined || !one.why.includes(`Already answered ${surfaceWords[winner]}`))) wrong.push(one.why);
  };
  const races: Promise<void>[] = [];
  held.box.core.desk.onChange((list) => {
    for (const ask of list) {
      if (seen.has(ask.id)) continue;
      seen.add(ask.id);
      races.push(race(ask));
    }
  });
  const id = await held.box.start(`asks ${rounds}`);
  await until(() => expect(races).toHaveLength(rounds), { timeout: 300_000, interval: 20 });
  await Promise.all(races);
  await held.box.idle([id]);
  expect(wrong).toEqual([]);
  const rows = held.box.core.ledger.decisions({ limit: rounds + 1 });
  expect(rows.map(({ surface }) => surface).sort()).toEqual(winners.sort());
  expect(new Set(winners).size).toBeGreaterThan(1);
}, 400_000);
