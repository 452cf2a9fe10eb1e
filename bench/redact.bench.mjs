/**
 * How the time of redaction grows with the text, for texts that are made to keep each pattern busy. Four times the text takes
 * about four times as long; a pattern that rescans the text from every position would take sixteen times as long.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../scripts/command.mjs';
import { round } from './statistics.mjs';

const sizes = [500_000, 2_000_000];
const mostGrowth = 8;
/** Below this a measurement is mostly noise. */
const leastMs = 5;

/** @param {string} electron @returns {Promise<{ pass: boolean, [fact: string]: unknown }>} */
export async function bench(electron) {
  const script = path.join(root, 'bench/redact-growth.mjs');
  const redact = pathToFileURL(path.join(root, 'src/main/base/redact.ts')).href;
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  /** @type {{ start: string, filler: string, times: [number, number] }[]} */
  const measured = JSON.parse(execFileSync(electron, [script, redact, sizes.join(',')], { env, encoding: 'utf8' }));
  const growths = measured.map(({ start, filler, times: [small, large] }) => ({
    text: `${start}, then ${filler || start}`,
    growth: round(large / Math.max(small, leastMs)),
    ms: round(large),
  }));
  const worst = growths.reduce((one, other) => (other.growth > one.growth ? other : one));
  const slowest = growths.reduce((one, other) => (other.ms > one.ms ? other : one));
  return { pass: worst.growth < mostGrowth, bytes: sizes, texts: growths.length, worst, slowest };
}
