import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Log } from '../src/main/base/log';
import { Core } from '../src/main/core';
import { Ledger } from '../src/main/ledger/ledger';
import { Notices } from '../src/main/notices';
import { events } from '../src/shared/contract';
import type { SessionState } from '../src/shared/session';
import type { TranscriptItem } from '../src/shared/transcript';
import { until } from './until';

const sessions = 24;
const deltas = 500;
const perSecond = 100;

/** Long enough for a busy machine. If the fact never becomes true, the test still fails. */
const patience = { timeout: 90_000, interval: 20 };

let userData: string;
let core: Core;
const published: TranscriptItem[][] = [];
beforeEach(() => {
  userData = mkdtempSync(path.join(os.tmpdir(), 'signalbox-many-'));
  core = new Core({
    userData,
    env: { ...process.env, SIGNALBOX_DEMO_SCENARIO: 'flood', SIGNALBOX_DEMO_SPEED: '0' },
    demoAgent: path.join(import.meta.dirname, '../resources/demo/agent.mjs'),
    nodePath: process.execPath,
    log: new Log({ folder: path.join(userData, 'logs') }),
    notices: new Notices(),
    send: (sent) => {
      for (const [name, payload] of sent) if (name === 'transcript.changed') published.push(events[name].parse(payload).items);
    },
  });
});
afterEach(async () => {
  await core.close();
  rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
});

const states = (): SessionState[] => core.sessions.list.sessions.map(({ state }) => state);
const all = (state: SessionState): SessionState[] => Array.from({ length: sessions }, () => state);
const text = (items: readonly TranscriptItem[]): string => items.flatMap((item) => (item.kind === 'text' ? [item.text] : [])).join('');
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('24 sessions stream at once: every delta arrives in its transcript, in order, and no run is left at the end', async () => {
  const wanted = { folder: userData, message: null, model: null, planFirst: false, trust: null, demo: true };
  const ids = await Promise.all(Array.from({ length: sessions }, () => core.sessions.create(wanted)));
  await until(() => expect(states()).toEqual(all('idle')), patience);
  const pids = core.sessions.list.sessions.flatMap(({ pid }) => pid ?? []);
  expect(new Set(pids).size).toBe(sessions);

  core.publisher.watch(ids[0] ?? null);
  for (const id of ids) core.sessions.get(id).send({ text: `flood ${deltas} ${perSecond}`, images: [] });
  expect(states()).toEqual(all('working'));
  await until(() => expect(states()).toEqual(all('idle')), patience);
  const expected = Array.from({ length: deltas }, (_, n) => `#${n} `).join('');
  await until(() => expect(text(published.flat().slice(-2))).toBe(expected), patience);
  await core.close();
  expect(pids.filter(isAlive)).toEqual([]);
  expect(states()).toEqual(all('stopped'));

  const ledger = new Ledger({ folder: userData });
  const onDisk = ids.map((id) => ledger.fullPage(id));
  ledger.close();
  expect(onDisk.map(text)).toEqual(ids.map(() => expected));
  for (const items of onDisk) expect(items.map(({ kind }) => kind)).toEqual(['user', 'text', 'result']);

  // The window saw the watched transcript only grow.
  const lengths = published
    .map((items) => (expected.startsWith(text(items)) ? text(items).length : Number.NaN))
    .filter((length) => length !== 0);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
}, 120_000);
