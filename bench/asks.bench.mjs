/**
 * The times of the path of one ask, on the real app with the demo agent as the run. `decide`: from the main process being asked to
 * decide to the answer in the run's stdin, the write to disk included. `click`: from the press on the dialog's button to the run having
 * read the answer, so with both ends' own time. It is pressed once it is no longer inert.
 * `paint` and `many`: from the run's line to the ask on the screen.
 * The floor is a small Electron app with the same runs that does just that and nothing else (asks-floor.mjs).
 * Both are open at once and take turns of a few seconds: what others do on the machine then, they do to both.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { _electron } from '@playwright/test';
import { root } from '../scripts/command.mjs';
import { rootOnlyFlags } from '../scripts/prepare.mjs';
import { installAfterFrame } from './frames.mjs';
import { median, quantile, round } from './statistics.mjs';

const rounds = 3;
const turns = 8;
const asksPerTurn = 5;
const sessionsAtOnce = 8;
const turnsAtOnce = 10;
/** The pause before each ask, in milliseconds. In a real session the model answers in this time. */
const pauseMs = 100;
/** The time between an ask on the screen and its answer. The app's buttons are inert for that long. */
const lookMs = 400;
/** Limits in milliseconds. On a machine where the floor itself is slower, a multiple of the floor. */
const bounds = { decideP50: 2, decideP95: 5, paintP50: 16, paintP95: 33, manyP95: 50, floors: 3 };

/** @typedef {{ decide: number[], click: number[], paint: number[], many: number[] }} Times */
const noTimes = () => /** @type {Times} */ ({ decide: [], click: [], paint: [], many: [] });

/** @param {string} electron @returns {Promise<{ pass: boolean, [fact: string]: unknown }>} */
export async function bench(electron) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-bench-'));
  try {
    const ours = noTimes();
    const floor = noTimes();
    for (let i = 0; i < rounds; i++) await measure(electron, path.join(folder, String(i)), ours, floor);
    const facts = {
      decide: summed(ours.decide, floor.decide),
      click: summed(ours.click, floor.click),
      paint: summed(ours.paint, floor.paint),
      many: summed(ours.many, floor.many),
    };
    const within = (/** @type {number} */ value, /** @type {number} */ bound, /** @type {number} */ least) =>
      value <= Math.max(bound, bounds.floors * least);
    const pass =
      within(facts.decide.p50, bounds.decideP50, facts.decide.floorP50) &&
      within(facts.decide.p95, bounds.decideP95, facts.decide.floorP95) &&
      within(facts.click.p50, 0, facts.click.floorP50) &&
      within(facts.click.p95, 0, facts.click.floorP95) &&
      within(facts.paint.p50, bounds.paintP50, facts.paint.floorP50) &&
      within(facts.paint.p95, bounds.paintP95, facts.paint.floorP95) &&
      within(facts.many.p95, bounds.manyP95, facts.many.floorP95);
    return { ...facts, bounds, pass };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {number[]} own @param {number[]} floor */
function summed(own, floor) {
  if ([...own, ...floor].some(Number.isNaN)) throw new Error('a time is missing');
  const [p50, p95, floorP50, floorP95] = [median(own), quantile(own, 0.95), median(floor), quantile(floor, 0.95)];
  return {
    count: own.length,
    p50: round(p50, 1),
    p95: round(p95, 1),
    floorP50: round(floorP50, 1),
    floorP95: round(floorP95, 1),
    ratioP50: round(p50 / floorP50),
    ratioP95: round(p95 / floorP95),
  };
}

/** @typedef {{ sessions: number, asks: number, pauseMs: number, lookMs: number }} Turn */
/**
 * An app that is measured. `start` makes sessions; `turn` has each of them ask so many times, and answers.
 * @typedef {{
 *   running: import('@playwright/test').ElectronApplication,
 *   file: string,
 *   start: (sessions: number) => Promise<string[]>,
 *   turn: (ids: string[], wanted: Turn) => Promise<Seen[]>,
 * }} Measured
 */

/** @param {string} electron @param {string} userData @param {string} app @param {string} channel */
async function open(electron, userData, app, channel) {
  const file = `${userData}.times`;
  const running = await _electron.launch({
    executablePath: electron,
    args: [...rootOnlyFlags(), '--disable-gpu', app],
    chromiumSandbox: rootOnlyFlags().length === 0,
    env: {
      ...process.env,
      SIGNALBOX_USER_DATA: userData,
      BENCH_USER_DATA: userData,
      SIGNALBOX_DEMO_SCENARIO: 'asks',
      SIGNALBOX_DEMO_TIMES: file,
    },
  });
  const page = await running.firstWindow();
  page.setDefaultTimeout(60_000);
  await page.waitForLoadState('domcontentloaded');
  await installAfterFrame(page);
  await running.evaluate(noteDecisions, channel);
  return { running, page, file };
}

/** @param {string} electron @param {string} userData @returns {Promise<Measured>} */
async function openOwn(electron, userData) {
  const { page, ...opened } = await open(electron, userData, root, 'signalbox:request');
  return {
    ...opened,
    start: (sessions) => page.evaluate(startSessions, sessions),
    turn: (ids, wanted) => page.evaluate(answerAsks, { ...wanted, ids }),
  };
}

/** @param {string} electron @param {string} userData @returns {Promise<Measured>} */
async function openFloor(electron, userData) {
  const { page, ...opened } = await open(electron, userData, path.join(root, 'bench', 'asks-floor.mjs'), 'decide');
  return {
    ...opened,
    start: (sessions) => page.evaluate((wanted) => Reflect.get(globalThis, 'start')(wanted), sessions),
    turn: (ids, wanted) => page.evaluate((given) => Reflect.get(globalThis, 'turn')(given), { ...wanted, ids }),
  };
}

/** Reads the times that the runs have recorded so far. @param {string} file */
function readTimes(file) {
  /** @type {{ asked: Map<string, number>, answered: Map<string, number> }} */
  const times = { asked: new Map(), answered: new Map() };
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The file doesn't exist yet.
  }
  for (const line of text.split('\n').slice(0, -1)) {
    /** @type {{ what: 'asked' | 'answered', toolUseId: string, at: number }} */
    const { what, toolUseId, at } = JSON.parse(line);
    times[what].set(toolUseId, at);
  }
  return times;
}

/** Waits until this many answers have arrived, and reads the times. @param {string} file @param {number} count */
async function timesOf(file, count) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(50)) {
    const times = readTimes(file);
    if (times.answered.size >= count) return times;
  }
  throw new Error(`fewer than ${count} answers within a minute`);
}

/** @param {string} electron @param {string} folder @param {Times} ours @param {Times} floors */
async function measure(electron, folder, ours, floors) {
  const floor = await openFloor(electron, `${folder}-floor`);
  const own = await openOwn(electron, `${folder}-own`).catch(async (error) => {
    await floor.running.close();
    throw error;
  });
  const both = [
    { app: floor, into: floors },
    { app: own, into: ours },
  ];
  try {
    const asks = turns * asksPerTurn;
    for (const { app, into, seen } of await takeTurns(both, turns, { sessions: 1, asks: asksPerTurn, pauseMs, lookMs }))
      await collectDecisions(app.running, seen, await timesOf(app.file, asks), into);
    for (const { app, into, seen } of await takeTurns(both, turnsAtOnce, { sessions: sessionsAtOnce, asks: 1, pauseMs, lookMs: 0 }))
      collectPaint(seen, await timesOf(app.file, asks + sessionsAtOnce * turnsAtOnce), into.many);
  } finally {
    await own.running.close();
    await floor.running.close();
  }
}

/** @param {{ app: Measured, into: Times }[]} apps @param {number} count @param {Turn} wanted */
async function takeTurns(apps, count, wanted) {
  const all = await Promise.all(
    apps.map(async ({ app, into }) => ({ app, into, ids: await app.start(wanted.sessions), seen: /** @type {Seen[]} */ ([]) })),
  );
  for (let turn = 0; turn < count; turn++) for (const { app, ids, seen } of all) seen.push(...(await app.turn(ids, wanted)));
  return all;
}

/** @typedef {{ toolUseId: string, paintedAt: number, clickedAt: number }} Seen */

/** @param {Seen[]} seen @param {ReturnType<typeof readTimes>} times @param {number[]} paint */
function collectPaint(seen, { asked }, paint) {
  for (const { toolUseId, paintedAt } of seen) paint.push(paintedAt - (asked.get(toolUseId) ?? Number.NaN));
}

/**
 * Adds the times of asks that were answered one after the other.
 * @param {import('@playwright/test').ElectronApplication} running @param {Seen[]} seen @param {ReturnType<typeof readTimes>} times @param {Times} into
 */
async function collectDecisions(running, seen, times, into) {
  /** @type {{ decidedAt: number[], writtenAt: number[] }} */
  const { decidedAt, writtenAt } = await running.evaluate(() => Reflect.get(globalThis, 'decisions'));
  if (decidedAt.length !== seen.length || writtenAt.length !== seen.length) throw new Error('some decisions were not noted');
  into.decide.push(...decidedAt.map((at, i) => (writtenAt[i] ?? Number.NaN) - at));
  into.click.push(...seen.map(({ toolUseId, clickedAt }) => (times.answered.get(toolUseId) ?? Number.NaN) - clickedAt));
  collectPaint(seen, times, into.paint);
}

/**
 * Runs in the main process. Records when a decision arrives from the window and when the answer is written to the run's stdin.
 * @param {typeof import('electron')} electron @param {string} channel
 */
function noteDecisions({ ipcMain }, channel) {
  const now = () => performance.timeOrigin + performance.now();
  /** @type {{ decidedAt: number[], writtenAt: number[] }} */
  const decisions = { decidedAt: [], writtenAt: [] };
  Reflect.set(globalThis, 'decisions', decisions);
  // This is Electron's private table of handlers, because there is no public way to observe one.
  /** @type {Map<string, (event: unknown, name: unknown, params: unknown) => unknown>} */
  const handlers = Reflect.get(ipcMain, '_invokeHandlers');
  const handle = handlers.get(channel);
  if (!handle) throw new Error('there is no handler of requests');
  handlers.set(channel, (event, name, params) => {
    if (channel === 'decide' || name === 'asks.decide') decisions.decidedAt.push(now());
    return handle(event, name, params);
  });
  const { Socket } = process.getBuiltinModule('node:net');
  const { write } = Socket.prototype;
  // If the pipe has room, the data is in it when `write` returns.
  /** @this {InstanceType<typeof Socket>} @param {Parameters<typeof write>} args */
  const notingWrite = function (...args) {
    const taken = write.apply(this, args);
    if (typeof args[0] === 'string' && args[0].includes('"behavior"')) decisions.writtenAt.push(now());
    return taken;
  };
  Reflect.set(Socket.prototype, 'write', notingWrite);
}

/** Runs in the window. @param {number} sessions @returns {Promise<string[]>} */
async function startSessions(sessions) {
  const wanted = { folder: 'demo', message: null, model: null, planFirst: false, trust: null, demo: true };
  /** @type {string[]} */
  const ids = [];
  for (let i = 0; i < sessions; i++) {
    const reply = await Reflect.get(globalThis, 'signalbox').request('sessions.create', wanted);
    if (!reply.ok) throw new Error(reply.message);
    ids.push(reply.value.id);
  }
  return ids;
}

/**
 * Runs in the window: has sessions ask, and answers when the asks of all of them are on the screen: as a dialog or a card, or, in a
 * session that is not in front, as the number on its tab. @param {Turn & { ids: string[] }} wanted
 */
async function answerAsks({ ids, sessions, asks, pauseMs, lookMs }) {
  /** @typedef {{ id: string, sessionId: string, toolUseId: string, input: { command: string } }} Ask */
  /** @typedef {{ id: string, state: string, waiting: number }} Session */
  const signalbox = Reflect.get(globalThis, 'signalbox');
  const request = async (/** @type {string} */ name, /** @type {unknown} */ params = undefined) => {
    const reply = await signalbox.request(name, params);
    if (!reply.ok) throw new Error(reply.message);
    return reply.value;
  };
  const now = () => performance.timeOrigin + performance.now();
  /** @type {Map<string, Ask>} */
  const waiting = new Map();
  const told = new Set();
  const stop = signalbox.onEvents((/** @type {string} */ events) => {
    /** @type {[string, Ask[]][]} */
    const all = JSON.parse(events);
    const asks = all.findLast(([name]) => name === 'asks.changed')?.[1] ?? [];
    for (const ask of asks) if (!told.has(ask.id)) waiting.set(ask.id, ask);
    for (const { id } of asks) told.add(id);
  });
  const allIdle = async () => {
    for (;;) {
      const list = /** @type {Session[]} */ ((await request('sessions.list')).sessions);
      const tabs = ids.map((id) => document.getElementById(`tab-${id}`)?.getAttribute('aria-label') ?? 'waiting');
      const idle = ids.every((id) => list.some((one) => one.id === id && one.state === 'idle'));
      if (idle && !tabs.some((label) => / waiting/.test(label))) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const isShown = (/** @type {Ask} */ { sessionId, input }) => {
    const tab = document.getElementById(`tab-${sessionId}`);
    if (tab?.getAttribute('aria-selected') !== 'true') return / waiting/.test(tab?.getAttribute('aria-label') ?? '');
    // Decided asks stay in the transcript under the same name, but only a pending one has buttons.
    const shown = document.querySelectorAll('[role="alertdialog"], [role="group"][aria-label^="Permission request"]:has([data-actions])');
    return [...shown].some(({ textContent }) => textContent.includes(input.command));
  };
  /** Waits until the button can be pressed. @param {Ask} ask @returns {Promise<HTMLElement>} */
  const buttonOf = async ({ input }) => {
    for (;;) {
      const dialog = document.querySelector('[role="alertdialog"]');
      const buttons = dialog?.textContent.includes(input.command) ? dialog.querySelectorAll('button') : [];
      const allow = [...buttons].find(({ textContent }) => textContent === 'Allow once');
      if (allow && allow.getAttribute('aria-disabled') !== 'true') return allow;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  /** @type {{ toolUseId: string, paintedAt: number, clickedAt: number }[]} */
  const seen = [];
  const untilSeen = (/** @type {number} */ total) =>
    new Promise((/** @type {(value: void) => void} */ resolve) => {
      /** @type {{ ask: Ask, paintedAt: number }[]} */
      const painted = [];
      // Waits for the asks of all sessions, because a person would not answer one before the others arrive.
      const onPainted = async (/** @type {Ask} */ ask) => {
        painted.push({ ask, paintedAt: now() });
        if (painted.length < sessions) return;
        const press = lookMs > 0 ? await buttonOf(ask) : null;
        for (const {
          ask: { id, toolUseId },
          paintedAt,
        } of painted.splice(0)) {
          seen.push({ toolUseId, paintedAt, clickedAt: now() });
          if (press) press.click();
          // A person can't press eight buttons at once, so these are answered by requests.
          else void request('asks.decide', { id, decision: { answer: 'allow' }, surface: 'card' });
        }
        if (seen.length < total) return;
        observer.disconnect();
        resolve();
      };
      // Observes changes instead of polling each frame, because extra frames would delay the ones that matter.
      const observer = new MutationObserver(() => {
        for (const ask of [...waiting.values()].filter(isShown)) {
          waiting.delete(ask.id);
          Reflect.get(globalThis, 'afterFrame')(() => void onPainted(ask));
        }
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  await allIdle();
  // Otherwise the ask that was answered by a request would stay in the dialog, and no dialog would open for this turn.
  document.querySelector('[data-ask-dialog] button[aria-label="Put away"]')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  const done = untilSeen(sessions * asks);
  await Promise.all(ids.map((id) => request('sessions.send', { id, message: { text: `asks ${asks} ${pauseMs}`, images: [] } })));
  await done;
  stop();
  return seen;
}
