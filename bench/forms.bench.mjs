/**
 * The path of a form beside the path of a permission, on the real app with the demo agent as the run: both in one session of one app,
 * in turns of a few seconds, so that what others do on the machine happens to both.
 * `paint`: from the run's line to the request on the screen. `answer`: from the press on the button to the run having read the answer.
 * A form's way is longer: an MCP call inside a control request, the check of its values in main, and the tool's own hook.
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

const rounds = 2;
const turns = 5;
const requestsPerTurn = 5;
/** The pause before each request, in milliseconds: a model takes longer. */
const pauseMs = 100;
/** How many times as long as a permission's a form's median may be. */
const limit = 1.3;

/** @typedef {{ paint: number[], answer: number[] }} Times */
const noTimes = () => /** @type {Times} */ ({ paint: [], answer: [] });
/** @typedef {'asks' | 'inputs'} Kind */

/** @param {string} electron @returns {Promise<{ pass: boolean, [fact: string]: unknown }>} */
export async function bench(electron) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-bench-'));
  try {
    const forms = noTimes();
    const permissions = noTimes();
    for (let i = 0; i < rounds; i++) await measure(electron, path.join(folder, String(i)), { inputs: forms, asks: permissions });
    const facts = { paint: compared(forms.paint, permissions.paint), answer: compared(forms.answer, permissions.answer) };
    return { ...facts, limit, pass: facts.paint.ratioP50 <= limit && facts.answer.ratioP50 <= limit };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {number[]} forms @param {number[]} permissions */
function compared(forms, permissions) {
  if ([...forms, ...permissions].some(Number.isNaN)) throw new Error('a time is missing');
  const [p50, p95, permissionP50, permissionP95] = [median(forms), quantile(forms, 0.95), median(permissions), quantile(permissions, 0.95)];
  return {
    count: forms.length,
    p50: round(p50, 1),
    p95: round(p95, 1),
    permissionP50: round(permissionP50, 1),
    permissionP95: round(permissionP95, 1),
    ratioP50: round(p50 / permissionP50),
    ratioP95: round(p95 / permissionP95),
  };
}

/** @param {string} electron @param {string} userData @param {Record<Kind, Times>} into */
async function measure(electron, userData, into) {
  const file = `${userData}.times`;
  const running = await _electron.launch({
    executablePath: electron,
    args: [...rootOnlyFlags(), '--disable-gpu', root],
    chromiumSandbox: rootOnlyFlags().length === 0,
    env: { ...process.env, SIGNALBOX_USER_DATA: userData, SIGNALBOX_DEMO_SCENARIO: 'asks', SIGNALBOX_DEMO_TIMES: file },
  });
  try {
    const page = await running.firstWindow();
    page.setDefaultTimeout(60_000);
    await page.waitForLoadState('domcontentloaded');
    await installAfterFrame(page);
    const id = await page.evaluate(startSession);
    /** @type {Record<Kind, Seen[]>} */
    const seen = { asks: [], inputs: [] };
    for (let turn = 0; turn < turns; turn++)
      for (const kind of /** @type {const} */ (['asks', 'inputs'])) {
        const one = await page.evaluate(answerTurn, { id, kind, count: requestsPerTurn, pauseMs });
        // The first turn of each kind compiles its code.
        if (turn > 0) seen[kind].push(...one);
      }
    const { asked, answered } = await timesOf(file, turns * requestsPerTurn * 2);
    for (const kind of /** @type {const} */ (['asks', 'inputs']))
      for (const { toolUseId, paintedAt, clickedAt } of seen[kind]) {
        into[kind].paint.push(paintedAt - (asked.get(toolUseId) ?? Number.NaN));
        into[kind].answer.push((answered.get(toolUseId) ?? Number.NaN) - clickedAt);
      }
  } finally {
    await running.close();
  }
}

/** Waits until this many answers have arrived, and reads the times that the run recorded. @param {string} file @param {number} count */
async function timesOf(file, count) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(50)) {
    /** @type {{ asked: Map<string, number>, answered: Map<string, number> }} */
    const times = { asked: new Map(), answered: new Map() };
    for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
      /** @type {{ what: 'asked' | 'answered', toolUseId: string, at: number }} */
      const { what, toolUseId, at } = JSON.parse(line);
      times[what].set(toolUseId, at);
    }
    if (times.answered.size >= count) return times;
  }
  throw new Error(`fewer than ${count} answers within a minute`);
}

/** Runs in the window. @returns {Promise<string>} */
async function startSession() {
  const wanted = { folder: 'demo', message: null, model: null, planFirst: false, trust: null, demo: true };
  const reply = await Reflect.get(globalThis, 'signalbox').request('sessions.create', wanted);
  if (!reply.ok) throw new Error(reply.message);
  return reply.value.id;
}

/** @typedef {{ toolUseId: string, paintedAt: number, clickedAt: number }} Seen */

/**
 * Runs in the window: has the session make requests of one kind, and answers each in the dialog once it is on the screen and its
 * button can be pressed. @param {{ id: string, kind: Kind, count: number, pauseMs: number }} wanted @returns {Promise<Seen[]>}
 */
async function answerTurn({ id, kind, count, pauseMs }) {
  /** @typedef {{ toolUseId: string, summary: string, input: { command?: string } }} Ask */
  const signalbox = Reflect.get(globalThis, 'signalbox');
  const request = async (/** @type {string} */ name, /** @type {unknown} */ params = undefined) => {
    const reply = await signalbox.request(name, params);
    if (!reply.ok) throw new Error(reply.message);
    return reply.value;
  };
  const now = () => performance.timeOrigin + performance.now();
  const tick = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const isForm = kind === 'inputs';
  const dialogRole = isForm ? 'dialog' : 'alertdialog';
  const cards = isForm ? '[role="group"][aria-label="Form"]' : '[role="group"][aria-label^="Permission request"]';
  /** @type {Map<string, Ask>} */
  const waiting = new Map();
  const told = new Set();
  const stop = signalbox.onEvents((/** @type {string} */ events) => {
    /** @type {[string, Ask[]][]} */
    const all = JSON.parse(events);
    for (const ask of all.findLast(([name]) => name === 'asks.changed')?.[1] ?? []) {
      if (!told.has(ask.toolUseId)) waiting.set(ask.toolUseId, ask);
      told.add(ask.toolUseId);
    }
  });
  for (;;) {
    const { sessions } = await request('sessions.list');
    if (
      sessions.find((/** @type {{ id: string }} */ one) => one.id === id)?.state === 'idle' &&
      !document.querySelector('[data-ask-dialog]')
    )
      break;
    await tick(50);
  }
  /** What a person reads of it: the question, or the command. @param {Ask} ask */
  const words = ({ summary, input }) => input.command ?? summary;
  const isShown = (/** @type {Ask} */ ask) =>
    [...document.querySelectorAll(`[role="${dialogRole}"], ${cards}:has([data-actions])`)].some(({ textContent }) =>
      textContent.includes(words(ask)),
    );
  const buttonOf = async (/** @type {Ask} */ ask) => {
    for (;;) {
      const dialog = [...document.querySelectorAll(`[role="${dialogRole}"]`)].find(({ textContent }) => textContent.includes(words(ask)));
      const button = [...(dialog?.querySelectorAll('button') ?? [])].find(
        ({ textContent }) => textContent === (isForm ? 'Submit' : 'Allow once'),
      );
      if (dialog && button && button.getAttribute('aria-disabled') !== 'true') return { dialog, button };
      await tick(20);
    }
  };
  /** Types as a person does, so that the window's own handlers see it. @param {Element} dialog */
  const fill = (dialog) => {
    const field = dialog.querySelector('input');
    if (!(field instanceof HTMLInputElement)) throw new Error('the form has no field');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'a value');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  /** @type {Seen[]} */
  const seen = [];
  const done = new Promise((/** @type {(value: void) => void} */ resolve) => {
    const onPainted = async (/** @type {Ask} */ ask) => {
      const paintedAt = now();
      const { dialog, button } = await buttonOf(ask);
      if (isForm) fill(dialog);
      await tick(50);
      seen.push({ toolUseId: ask.toolUseId, paintedAt, clickedAt: now() });
      button.click();
      if (seen.length < count) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(() => {
      for (const ask of [...waiting.values()].filter(isShown)) {
        waiting.delete(ask.toolUseId);
        Reflect.get(globalThis, 'afterFrame')(() => void onPainted(ask));
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await request('sessions.send', { id, message: { text: `${kind} ${count} ${pauseMs}`, images: [] } });
  await done;
  stop();
  return seen;
}
