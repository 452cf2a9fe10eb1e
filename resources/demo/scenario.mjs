import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Refused } from './command-line.mjs';
import { isRecord, list, str } from './json.mjs';

/** @typedef {import('./json.mjs').Json} Json */
/** @typedef {Record<string, string>} Vars */
/** @typedef {{ step: Json, vars: Vars }} Beat one step, with what its own loop adds to the names it may use */
/** @typedef {{ match: RegExp | null, steps: Json[] }} ScenarioTurn */
/** @typedef {{ turn: number, next: number, vars: Vars, from: number }} Script a turn to run: which, what the next in order is, and from which beat */

/** A story read from a file: which steps answer which message. The README beside this file describes the form. */
export class Scenario {
  /** @type {ScenarioTurn[]} */
  #turns;
  /** @type {Vars} */
  #defaults;

  /** @param {Json} source */
  constructor(source) {
    this.#turns = list(source.turns)
      .filter(isRecord)
      .map(({ match, steps }) => ({
        match: match === undefined ? null : new RegExp(str(match), 'is'),
        steps: list(steps).filter(isRecord),
      }));
    if (this.#turns.length === 0) throw new Error('it has no turns');
    const defaults = isRecord(source.defaults) ? source.defaults : {};
    this.#defaults = Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [name, process.env[`SIGNALBOX_DEMO_${name.toUpperCase()}`] ?? String(value)]),
    );
  }

  /** A name in `scenarios/`, or a path to a .json. @param {string} name */
  static load(name) {
    const file = name.endsWith('.json') ? path.resolve(name) : path.join(import.meta.dirname, 'scenarios', `${name}.json`);
    try {
      return new Scenario(JSON.parse(readFileSync(file, 'utf8')));
    } catch (error) {
      throw new Refused(`Error: the scenario ${file} can't be used: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** The first turn whose `match` fits, else the next one without a `match`; the last of those repeats. @param {string} user @param {number} next @param {Vars} known @returns {Script} */
  choose(user, next, known) {
    for (const [turn, { match }] of this.#turns.entries()) {
      const fit = match?.exec(user);
      if (fit) return { turn, next, from: 0, vars: { ...known, ...this.#defaults, ...given(fit.groups), user } };
    }
    const inOrder = this.#turns.flatMap(({ match }, turn) => (match ? [] : [turn]));
    const turn = inOrder[Math.min(next, inOrder.length - 1)] ?? -1;
    return { turn, next: next + 1, from: 0, vars: { ...known, ...this.#defaults, user } };
  }

  /** The steps of a turn, loops unrolled. @param {Script} script @returns {Beat[]} */
  beats({ turn, vars }) {
    return unroll(this.#turns[turn]?.steps ?? [{ text: 'ok' }], vars, {});
  }
}

/** @param {Json[]} steps @param {Vars} vars @param {Vars} loop @returns {Beat[]} */
function unroll(steps, vars, loop) {
  return steps.flatMap((step) => {
    if (step.repeat === undefined) return [{ step, vars: loop }];
    const count = Math.max(0, Number(fill(step.repeat, { ...vars, ...loop })) || 0);
    const inner = list(step.steps).filter(isRecord);
    return Array.from({ length: count }, (_, index) => unroll(inner, vars, { ...loop, i: String(index + 1) })).flat();
  });
}

/** Puts `{{name}}`s in, everywhere in a value. An unknown name stays as it is, to be seen. @param {unknown} value @param {Vars} vars @returns {unknown} */
export function fill(value, vars) {
  if (typeof value === 'string') return value.replace(/\{\{([^{}]+)\}\}/g, (whole, name) => vars[name] ?? whole);
  if (Array.isArray(value)) return value.map((each) => fill(each, vars));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, vars)]));
  return value;
}

/** @param {Record<string, string | undefined> | undefined} groups @returns {Vars} */
const given = (groups) =>
  Object.fromEntries(Object.entries(groups ?? {}).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));

/** The same calls several times over, each knowing its number. @param {unknown[]} calls @param {number} times */
export const copies = (calls, times) =>
  Array.from({ length: times }, (_, index) => calls.map((call) => fill(call, { n: String(index + 1) }))).flat();

/** @param {Json} step @returns {import('./model-message.mjs').Pacing} */
export const pacingOf = ({ chunk, delayMs }) => ({
  ...(chunk === undefined ? {} : { chunk: Number(chunk) }),
  ...(delayMs === undefined ? {} : { delayMs: Number(delayMs) }),
});
