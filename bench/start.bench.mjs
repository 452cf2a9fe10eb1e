/**
 * Cold start to the first paint (the window's frame) and to its contents, and memory at rest, against an empty Electron window in
 * the same run.
 * Pairs are interleaved and the ratio is taken within each pair, so that other load on the machine weighs on both alike.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../scripts/command.mjs';
import { rootOnlyFlags } from '../scripts/prepare.mjs';
import { treePss } from './process-tree.mjs';
import { median, round } from './statistics.mjs';

const pairs = 12;
const bounds = { start: 1.3, pss: 1.4 };
/** Long enough for both apps to become idle after the first paint. */
const restMs = 1_500;

const emptyApp = `
import { app, BrowserWindow } from 'electron';
import { writeFileSync } from 'node:fs';
app.setPath('userData', process.env.BENCH_USER_DATA);
app.whenReady().then(async () => {
  const window = new BrowserWindow({ width: 1180, height: 760, show: false });
  window.once('ready-to-show', () => window.show());
  await window.loadURL('data:text/html,<p>empty');
  const at = await window.webContents.executeJavaScript(\`new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(performance.timeOrigin + list.getEntriesByName('first-contentful-paint')[0].startTime))
      .observe({ type: 'paint', buffered: true }))\`);
  writeFileSync(process.env.BENCH_USER_DATA + '/painted', 'first paint {"at":' + at + ',"contentsAt":' + at + ',');
});
`;

/** @typedef {{ start: number, contents: number, pss: number }} Measured */

/** @param {string} electron @returns {Promise<{ pass: boolean, [fact: string]: unknown }>} */
export async function bench(electron) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-bench-'));
  try {
    const empty = path.join(folder, 'empty.mjs');
    writeFileSync(empty, emptyApp);
    /** @type {Measured[]} */
    const floors = [];
    /** @type {Measured[]} */
    const ours = [];
    for (let i = 0; i < pairs; i++) {
      const floor = () => measure(electron, empty, path.join(folder, `empty-${i}`), 'painted');
      const own = () => measure(electron, root, path.join(folder, `own-${i}`), 'logs/signalbox.log');
      // The order alternates, because the second app finds a warmer cache.
      if (i % 2) {
        ours.push(await own());
        floors.push(await floor());
      } else {
        floors.push(await floor());
        ours.push(await own());
      }
    }
    const ratio = (/** @type {keyof Measured} */ key) => median(ours.map((one, i) => one[key] / (floors[i]?.[key] ?? Number.NaN)));
    const start = ratio('start');
    const pss = ratio('pss');
    return {
      pairs,
      startRatio: round(start),
      startMs: round(median(ours.map((one) => one.start)), 0),
      emptyStartMs: round(median(floors.map((one) => one.start)), 0),
      contentsRatio: round(ratio('contents')),
      contentsMs: round(median(ours.map((one) => one.contents)), 0),
      pssRatio: round(pss),
      pssMb: round(median(ours.map((one) => one.pss)), 0),
      emptyPssMb: round(median(floors.map((one) => one.pss)), 0),
      bounds,
      pass: start <= bounds.start && pss <= bounds.pss,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * One cold start on fresh state.
 * @param {string} electron @param {string} app @param {string} userData @param {string} file where it says when it painted
 */
async function measure(electron, app, userData, file) {
  const spawned = Date.now();
  const child = spawn(electron, [...rootOnlyFlags(), '--disable-gpu', app], {
    stdio: 'ignore',
    env: { ...process.env, SIGNALBOX_USER_DATA: userData, BENCH_USER_DATA: userData },
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  try {
    const { at, contentsAt } = await paintedAt(path.join(userData, file));
    await wait(restMs);
    return { start: at - spawned, contents: contentsAt - spawned, pss: treePss(child.pid ?? 0) };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** @param {string} file */
async function paintedAt(file) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await wait(20)) {
    try {
      const found = /first paint \{"at":([\d.]+),"contentsAt":([\d.]+)/.exec(readFileSync(file, 'utf8'));
      if (found) return { at: Number(found[1]), contentsAt: Number(found[2]) };
    } catch {
      // The file doesn't exist yet.
    }
  }
  throw new Error('no first paint within 30 s');
}
