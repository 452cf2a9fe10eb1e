/**
 * How long main is blocked while 20 pictures of 15 MB are pasted into the composer and queued, and how big sessions.json is then.
 * The floor is the same bytes in the same chunks, which main refuses as soon as it has copied them out of the message. Both take turns
 * in one app. The quietest round counts: the machine is shared, and other programs can only make a round slower.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron } from '@playwright/test';
import { root } from '../scripts/command.mjs';
import { rootOnlyFlags } from '../scripts/prepare.mjs';
import { round } from './statistics.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').ElectronApplication} App */

const rounds = 3;
const pictures = 20;
const bytesEach = 15_000_000;
const chunkBytes = 786_432;
/** The limits. If the floor itself blocks for longer, the limit is a multiple of the floor. */
const bounds = { blockedMs: 16, floors: 2, sessionsBytes: 1_000_000 };

/** @param {string} electron @returns {Promise<{ pass: boolean, [fact: string]: unknown }>} */
export async function bench(electron) {
  const userData = mkdtempSync(path.join(os.tmpdir(), 'signalbox-bench-'));
  const app = await _electron.launch({
    executablePath: electron,
    args: [...rootOnlyFlags(), '--disable-gpu', root],
    env: { ...process.env, SIGNALBOX_USER_DATA: userData, SIGNALBOX_DEMO_SCENARIO: 'asks', SIGNALBOX_DEMO_SPEED: '0' },
  });
  try {
    const page = await app.firstWindow();
    page.setDefaultTimeout(300_000);
    await startBusySession(page);
    /** @type {Longest[]} */
    const own = [];
    /** @type {Longest[]} */
    const floor = [];
    let sessionsBytes = 0;
    for (let i = 0; i < rounds; i++) {
      floor.push(await longestTurn(app, () => sendRefusedChunks(page)));
      own.push(await longestTurn(app, () => queuePictures(page, i)));
      sessionsBytes = Math.max(sessionsBytes, statSync(path.join(userData, 'sessions.json')).size);
    }
    const stored = readdirSync(path.join(userData, 'pictures')).length;
    if (stored !== rounds * pictures) throw new Error(`${stored} pictures are stored`);
    const least = quietest(own);
    const leastFloor = quietest(floor);
    return {
      pictures,
      bytesEach,
      ...least,
      floor: leastFloor,
      timesFloor: round(least.blockedMs / leastFloor.blockedMs),
      sessionsBytes,
      bounds,
      pass:
        least.blockedMs <= Math.max(bounds.blockedMs, bounds.floors * leastFloor.blockedMs) &&
        least.cpuMs <= Math.max(bounds.blockedMs, bounds.floors * leastFloor.cpuMs) &&
        sessionsBytes < bounds.sessionsBytes,
    };
  } finally {
    await app.close();
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {readonly Longest[]} all @returns {Longest} */
const quietest = (all) => ({
  blockedMs: round(Math.min(...all.map(({ blockedMs }) => blockedMs)), 1),
  cpuMs: round(Math.min(...all.map(({ cpuMs }) => cpuMs)), 1),
});

/** A session that waits for an answer, so that what is sent is queued. @param {Page} page */
async function startBusySession(page) {
  await page.waitForLoadState('load');
  await page.evaluate(() => {
    const message = { text: 'ask Bash touch a.txt', images: [] };
    return window.signalbox.request('sessions.create', { folder: 'demo', message, model: null, planFirst: false, trust: null, demo: true });
  });
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
}

/**
 * The longest time between two turns of main's event loop while `work` is done, and the most CPU time that main used in one. A busy
 * machine makes the first longer, and hardly the second.
 * @typedef {{ blockedMs: number, cpuMs: number }} Longest
 * @param {App} app @param {() => Promise<void>} work @returns {Promise<Longest>}
 */
async function longestTurn(app, work) {
  await app.evaluate(() => {
    const cpuNow = () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1_000;
    };
    const longest = { blockedMs: 0, cpuMs: 0 };
    let last = performance.now();
    let lastCpu = cpuNow();
    const timer = setInterval(() => {
      const [now, cpu] = [performance.now(), cpuNow()];
      longest.blockedMs = Math.max(longest.blockedMs, now - last);
      longest.cpuMs = Math.max(longest.cpuMs, cpu - lastCpu);
      [last, lastCpu] = [now, cpu];
    }, 1);
    Reflect.set(globalThis, 'benchTurns', { longest, timer });
  });
  await work();
  return app.evaluate(() => {
    const { longest, timer } = Reflect.get(globalThis, 'benchTurns');
    clearInterval(timer);
    return longest;
  });
}

/** Pastes pictures that main has not seen before, and queues them. @param {Page} page @param {number} seed */
async function queuePictures(page, seed) {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill(`round ${seed}`);
  await field.evaluate(
    (element, { count, size, first }) => {
      const data = new DataTransfer();
      for (let i = 0; i < count; i++) {
        const bytes = new Uint8Array(size).fill(i);
        bytes[0] = first;
        data.items.add(new File([bytes], `${i}.png`, { type: 'image/png' }));
      }
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    { count: pictures, size: bytesEach, first: seed },
  );
  await page
    .getByRole('list', { name: 'Attachments' })
    .getByRole('listitem')
    .nth(pictures - 1)
    .waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('status', { name: 'Queued message' }).getByText(`round ${seed} (${pictures} pictures)`).waitFor();
}

/** @param {Page} page */
async function sendRefusedChunks(page) {
  await page.evaluate(
    async ({ count, size, chunk }) => {
      for (let i = 0; i < count; i++) {
        const file = new File([new Uint8Array(size).fill(i)], 'floor.png');
        for (let from = 0; from < size; from += chunk) {
          const bytes = new Uint8Array(await file.slice(from, from + chunk).arrayBuffer());
          await window.signalbox.request('pictures.addChunk', { upload: 'none', mediaType: 'image/png', from: 1, bytes, last: true });
        }
      }
    },
    { count: pictures, size: bytesEach, chunk: chunkBytes },
  );
}
