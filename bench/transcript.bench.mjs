/**
 * A transcript of 100,000 items: how fast it opens, how it scrolls and how much memory it uses; and a window with 24 sessions that stream
 * 100 deltas a second each, one of them in view. Beside an empty Electron window in the same run.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { _electron } from '@playwright/test';
import { seedLongTranscript } from '../e2e/support/seed-transcript.mjs';
import { root } from '../scripts/command.mjs';
import { rootOnlyFlags } from '../scripts/prepare.mjs';
import { heap, idleFrames, scrolledFrames, switched, typed } from './frames.mjs';
import { treePss } from './process-tree.mjs';
import { quantile, round } from './statistics.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ p50: number, p99: number }} Frames */

const items = 100_000;
const streaming = 24;
const deltasPerSecond = 100;
const keys = 100;
/** The length of one frame and of two frames at 60 Hz. */
const frameMs = { p50: 17, p99: 33.5 };
const bounds = { openMs: 200, switchMs: 50, inputMs: 50, frameRatio: 1.2, heapGrowthMb: 15 };

const emptyApp = `
import { app, BrowserWindow } from 'electron';
app.setPath('userData', process.env.SIGNALBOX_USER_DATA);
app.whenReady().then(() => new BrowserWindow({ width: 1180, height: 760 }).loadURL('data:text/html,<p>empty'));
`;

/** @param {string} electron @returns {Promise<{ pass: boolean, [fact: string]: unknown }>} */
export async function bench(electron) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-bench-'));
  try {
    const empty = path.join(folder, 'empty.mjs');
    writeFileSync(empty, emptyApp);
    const floor = await withApp(electron, empty, path.join(folder, 'empty'), async (page, pid) => ({
      frames: summed(await idleFrames(page, 3_000)),
      pss: treePss(pid),
    }));
    const userData = path.join(folder, 'own');
    await prepareSessions(electron, userData);
    const long = await withApp(electron, root, userData, measureLong);
    const many = await withApp(electron, root, path.join(folder, 'many'), measureMany);
    const good = (/** @type {Frames} */ frames) =>
      frames.p50 <= Math.max(frameMs.p50, bounds.frameRatio * floor.frames.p50) &&
      frames.p99 <= Math.max(frameMs.p99, bounds.frameRatio * floor.frames.p99);
    return {
      items,
      openMs: round(long.openMs, 0),
      switchMsP95: round(long.switchMs, 0),
      emptyFrameMs: floor.frames,
      scrollFrameMs: long.scroll,
      heapMb: round(long.heapMb, 1),
      shortHeapMb: round(long.shortHeapMb, 1),
      heapGrowthMb: round(long.heapGrowthMb, 1),
      pssRatio: round(long.pss / floor.pss),
      streaming,
      streamFrameMs: many.frames,
      inputMsP95: round(many.inputMs, 0),
      bounds: { ...bounds, frameMs },
      pass:
        long.openMs < bounds.openMs &&
        long.switchMs < bounds.switchMs &&
        good(long.scroll) &&
        long.heapGrowthMb < bounds.heapGrowthMb &&
        good(many.frames) &&
        many.inputMs < bounds.inputMs,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Makes two idle sessions, one with a short transcript and one with a very long one. @param {string} electron @param {string} userData */
async function prepareSessions(electron, userData) {
  await withApp(electron, root, userData, async (page, _pid, app) => {
    const ids = [await startDemo(page, 'flood 1 0'), await startDemo(page, 'flood 1 0')];
    for (const id of ids) {
      await until(page, id, 'idle');
      await request(page, 'sessions.stop', { id });
      await until(page, id, 'stopped');
    }
    await seedLongTranscript(app, path.join(userData, 'ledger.db'), ids[1] ?? '', items);
    await request(page, 'sessions.activate', { id: ids[0] });
  });
}

/** @param {Page} page @param {number} pid */
async function measureLong(page, pid) {
  await page.locator('[role=log] [data-index]').first().waitFor();
  await wait(1_000);
  const shortHeapMb = await heap(page);
  const last = items - 1;
  const openMs = await switched(page, 1, last);
  /** @type {number[]} */
  const switches = [];
  for (let i = 0; i < 40; i++) {
    await wait(100);
    await switched(page, 0, 0);
    await wait(100);
    switches.push(await switched(page, 1, last));
  }
  const scroll = summed([...(await scrolledFrames(page, 3_000, -120)), ...(await scrolledFrames(page, 2_000, -2_000))]);
  const heapMb = await heap(page);
  for (let i = 0; i < 100; i++) {
    await page.evaluate(
      (share) => {
        const log = document.querySelector('[role=log]');
        log?.scrollTo(0, log.scrollHeight * share);
      },
      (i * 0.381966) % 1,
    );
    await wait(30);
  }
  return {
    openMs,
    switchMs: quantile(switches, 0.95),
    scroll,
    heapMb,
    shortHeapMb,
    heapGrowthMb: (await heap(page)) - heapMb,
    pss: treePss(pid),
  };
}

/** @param {Page} page */
async function measureMany(page) {
  for (let i = 0; i < streaming; i++) await startDemo(page, `flood 1000000 ${deltasPerSecond}`);
  await page.getByRole('log', { name: 'Transcript' }).getByText('#50 ').waitFor({ timeout: 60_000 });
  const frames = summed(await idleFrames(page, 5_000));
  return { frames, inputMs: quantile(await typed(page, keys), 0.95) };
}

/**
 * @template T @param {string} electron @param {string} app @param {string} userData
 * @param {(page: Page, pid: number, app: import('@playwright/test').ElectronApplication) => Promise<T>} work
 */
async function withApp(electron, app, userData, work) {
  const running = await _electron.launch({
    executablePath: electron,
    args: [...rootOnlyFlags(), '--disable-gpu', '--js-flags=--expose-gc', '--enable-precise-memory-info', app],
    env: { ...process.env, SIGNALBOX_USER_DATA: userData, SIGNALBOX_DEMO_SCENARIO: 'flood', SIGNALBOX_DEMO_SPEED: '0' },
  });
  try {
    const page = await running.firstWindow();
    await page.waitForLoadState('load');
    return await work(page, running.process().pid ?? 0, running);
  } finally {
    await running.close();
  }
}

/** @param {Page} page @param {string} name @param {unknown} [params] */
async function request(page, name, params) {
  const reply = await page.evaluate(([sent, contents]) => window.signalbox.request(sent, contents), /** @type {const} */ ([name, params]));
  const { ok, value, message } = Object(reply);
  if (!ok) throw new Error(`${name}: ${message}`);
  return value;
}

/** @param {Page} page @param {string} text @returns {Promise<string>} */
async function startDemo(page, text) {
  const message = { text, images: [] };
  return (await request(page, 'sessions.create', { folder: 'demo', message, model: null, planFirst: false, trust: null, demo: true })).id;
}

/** @param {Page} page @param {string} id @param {string} state */
async function until(page, id, state) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await wait(50)) {
    const { sessions } = await request(page, 'sessions.list');
    if (sessions.some((/** @type {{ id: string, state: string }} */ one) => one.id === id && one.state === state)) return;
  }
  throw new Error(`the session did not become ${state}`);
}

/** @param {readonly number[]} frames @returns {Frames} */
const summed = (frames) => ({ p50: round(quantile(frames, 0.5), 1), p99: round(quantile(frames, 0.99), 1) });
