/**
 * 50 MB printed in a terminal: how long until the last line is on the screen, against a program that only reads the
 * same bytes from a pseudoterminal in the same run, and whether the window keeps drawing and main keeps answering, against
 * the same window while it computes for nothing, in slices as long as xterm's: other load on the machine weighs on both.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { _electron } from '@playwright/test';
import { root } from '../scripts/command.mjs';
import { rootOnlyFlags } from '../scripts/prepare.mjs';
import { treePss } from './process-tree.mjs';
import { median, quantile, round } from './statistics.mjs';

const megabytes = 50;
const pairs = 3;
/** The limits for a frame or an answer, in milliseconds and as a multiple of the same time in a window that only computes. */
const bounds = { ratio: 4, p99Ms: 50, longestMs: 250, timesFloor: 2, grownMb: 250 };
const line = 'The quick brown fox jumps over the lazy dog, and 1234567890 does too.';
const print = `yes '${line}' | head -c ${megabytes * 1_000_000}`;

const floorProgram = `
const { spawn } = require('node-pty');
const started = performance.now();
const pty = spawn('/bin/sh', ['-c', ${JSON.stringify(print)}], { cols: 140, rows: 40 });
let bytes = 0;
pty.onData((data) => (bytes += data.length));
pty.onExit(() => console.log(JSON.stringify({ ms: performance.now() - started, bytes })));
`;

/** @param {string} electron @returns {Promise<{ pass: boolean, [fact: string]: unknown }>} */
export async function bench(electron) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-bench-'));
  const app = await launch(electron, path.join(folder, 'data'));
  try {
    const page = await app.firstWindow();
    await openTerminal(page);
    const pid = app.process().pid ?? 0;
    const before = treePss(pid);
    /** @type {{ floorMs: number, computing: Measured, own: Measured }[]} */
    const measured = [];
    for (let i = 0; i < pairs; i++) {
      const floorMs = await floor(electron, folder);
      measured.push({ floorMs, computing: await measure(page, null), own: await flood(page, `flood-${i}`) });
    }
    const grown = treePss(pid) - before;
    const ratio = median(measured.map(({ floorMs, own }) => own.ms / floorMs));
    const frames = spread(measured.flatMap(({ own }) => own.frames));
    const answers = spread(measured.flatMap(({ own }) => own.answers));
    const computing = {
      frames: spread(measured.flatMap((one) => one.computing.frames)),
      answers: spread(measured.flatMap((one) => one.computing.answers)),
    };
    return {
      megabytes,
      pairs,
      ratio: round(ratio),
      megabytesPerSecond: round(megabytes / (median(measured.map(({ own }) => own.ms)) / 1000), 1),
      floorMegabytesPerSecond: round(megabytes / (median(measured.map(({ floorMs }) => floorMs)) / 1000), 1),
      frames,
      answers,
      computing,
      grownMb: round(grown, 0),
      bounds,
      pass: ratio <= bounds.ratio && grown <= bounds.grownMb && holds(frames, computing.frames) && holds(answers, computing.answers),
    };
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {readonly number[]} values in milliseconds */
const spread = (values) => ({
  count: values.length,
  p50: round(quantile(values, 0.5), 1),
  p99: round(quantile(values, 0.99), 1),
  max: round(Math.max(...values), 0),
});

/** @param {ReturnType<typeof spread>} busy @param {ReturnType<typeof spread>} floor */
const holds = (busy, floor) =>
  busy.p99 <= Math.max(bounds.p99Ms, floor.p99 * bounds.timesFloor) &&
  busy.max <= Math.max(bounds.longestMs, floor.max * bounds.timesFloor);

/** @param {string} electron @param {string} userData */
function launch(electron, userData) {
  const env = { ...process.env, SIGNALBOX_USER_DATA: userData, SIGNALBOX_DEMO_SCENARIO: 'quiet', SHELL: '/bin/sh' };
  return _electron.launch({
    executablePath: electron,
    args: [...rootOnlyFlags(), '--disable-gpu', root],
    env: Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  });
}

/** @param {import('@playwright/test').Page} page */
async function openTerminal(page) {
  await page.getByRole('button', { name: 'Try the demo agent' }).click();
  await page.getByRole('tab', { name: 'Terminal', exact: true }).click();
  await page.getByRole('textbox', { name: 'Terminal 1', exact: true }).focus();
}

/** @typedef {{ ms: number, frames: number[], answers: number[] }} Measured */

/** @param {import('@playwright/test').Page} page @param {string} name @returns {Promise<Measured>} */
async function flood(page, name) {
  // The marker is typed in two parts, so that the typed command does not contain it.
  await page.keyboard.type(`${print}; echo; echo "end-of-"${name}`);
  const measuring = measure(page, `end-of-${name}`);
  await page.keyboard.press('Enter');
  return measuring;
}

/**
 * Measures frames and main's answers until the marker is on the screen, or, without a marker, while the page computes.
 * @param {import('@playwright/test').Page} page @param {string | null} end @returns {Promise<Measured>}
 */
const measure = (page, end) =>
  page.evaluate(async (marker) => {
    /** @type {number[]} */
    const frames = [];
    /** @type {number[]} */
    const answers = [];
    const started = performance.now();
    let last = started;
    const rows = document.querySelector('.xterm-rows');
    const isOver = () => (marker === null ? performance.now() - started > 5_000 : rows?.textContent?.includes(marker));
    const compute = () => {
      for (const until = performance.now() + 12; performance.now() < until; );
      if (!isOver()) setTimeout(compute);
    };
    if (marker === null) compute();
    const asking = setInterval(() => {
      const asked = performance.now();
      void window.signalbox.request('app.info', undefined).then(() => answers.push(performance.now() - asked));
    }, 50);
    await new Promise((resolve) => {
      const frame = (/** @type {number} */ now) => {
        frames.push(now - last);
        last = now;
        if (isOver()) resolve(undefined);
        else requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    clearInterval(asking);
    return { ms: performance.now() - started, frames: frames.slice(1), answers };
  }, end);

/** @param {string} electron @param {string} folder */
async function floor(electron, folder) {
  const program = path.join(folder, 'floor.cjs');
  writeFileSync(program, floorProgram);
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_PATH: path.join(root, 'node_modules') };
  const { stdout } = await promisify(execFile)(electron, [program], { env });
  const { ms, bytes } = JSON.parse(stdout);
  if (bytes < megabytes * 1_000_000) throw new Error(`the floor lost output: ${bytes} bytes`);
  return ms;
}
