/**
 * How long judging one call keeps its process busy, for calls that are made to be slow: marks and verdict together, through the same
 * line interface that `npm run judge` has. Every session waits while a call is judged, so the bound is 50 ms. Each call is judged
 * several times and the fastest time counts, so that other load on the machine is left out.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { root } from '../scripts/command.mjs';
import { round } from './statistics.mjs';

const mostMs = 50;
const rounds = 7;

/** @param {number} count @param {(index: number) => string} make @param {string} between */
const many = (count, make, between) => Array.from({ length: count }, (_, index) => make(index)).join(between);

/** @param {number} depth */
const nested = (depth) => {
  /** @type {unknown} */
  let value = '/etc/passwd';
  for (let level = 0; level < depth; level += 1) value = { inner: value };
  return value;
};

/** @type {Readonly<Record<string, string>>} */
const commands = {
  '400 times cd': `${many(400, (index) => `cd d${index}`, ' && ')} && cat a`,
  '50 times cd': `${many(50, (index) => `cd d${index}`, ' && ')} && cat a`,
  '2,900 words': `cat ${many(2_900, (index) => `d${index}/x`, ' ')}`,
  '750 words': `cat ${many(750, (index) => `d${index}/x`, ' ')}`,
  'nested substitutions': `echo ${'$('.repeat(140)}ls${')'.repeat(140)}`,
  'nested values': `echo ${'${x:-'.repeat(140)}a${'}'.repeat(140)}`,
  'nested groups': `${'('.repeat(140)}ls${')'.repeat(140)}`,
  'nested calculations': `echo ${'$(('.repeat(140)}1${'))'.repeat(140)}`,
  'one word of 29,000 letters': `echo '${'a'.repeat(29_000)}'`,
  'many here-documents': many(60, (index) => `cat <<E${index}\n${'x'.repeat(100)}\nE${index}`, '\n'),
  '199 commands': many(199, () => 'ls src', '; '),
  '199 pipes': many(199, () => 'cat a', ' | '),
  'wrappers of wrappers': `${'sudo '.repeat(750)}ls`,
  'shells in shells': `docker exec c sh -c "${'a '.repeat(3_900)}"`,
  'a pattern of many stars': `ls ${'*a'.repeat(40)}*b`,
  'a path of 2,000 folders': `cat ${'a/'.repeat(2_000)}b`,
  'patterns of names': `ls ${many(20, () => '*/*/*', ' ')}`,
  'lists in braces': `cat ${'{a,b}'.repeat(14)}`,
  'find with many tests': `find . ${many(500, () => '-name a', ' -o ')}`,
};

/** @type {Readonly<Record<string, { tool: string, input: unknown }>>} */
const calls = {
  ...Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, { tool: 'Bash', input: { command } }])),
  '30,000 texts of an MCP call': { tool: 'mcp__a__list', input: { texts: Array.from({ length: 30_000 }, (_, index) => `d${index}/x`) } },
  'an MCP call nested 2,000 deep': { tool: 'mcp__a__list', input: nested(2_000) },
  '500 commands of an MCP call': {
    tool: 'mcp__a__list',
    input: { commands: Array.from({ length: 500 }, () => `echo ${'$(ls '.repeat(40)}${')'.repeat(40)}`) },
  },
  'a write to a long path': { tool: 'Write', input: { file_path: `${'a/'.repeat(1_500)}b`, content: 'x'.repeat(1_000_000) } },
  'a search with a long pattern': { tool: 'Grep', input: { pattern: 'x', glob: '{a,b} '.repeat(2_000) } },
};

/** @param {string} electron @returns {Promise<{ pass: boolean, [fact: string]: unknown }>} */
export async function bench(electron) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'signalbox-judge-'));
  for (let index = 0; index < 20; index += 1) mkdirSync(path.join(cwd, `e${index}`, 'f'), { recursive: true });
  writeFileSync(path.join(cwd, 'a'.repeat(250)), '');
  const child = spawn(electron, [path.join(root, 'out/main/judge.js')], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** @param {{ tool: string, input: unknown }} call */
  const judged = async (call) => {
    const line = `${JSON.stringify({ id: 1, mode: 'safe', cwd, home: '/home/me', rules: ['Bash(npm run *)', 'deny Read(src/**)'], ...call })}\n`;
    const started = performance.now();
    child.stdin.write(line);
    await answers.next();
    return performance.now() - started;
  };
  /** @param {{ tool: string, input: unknown }} call */
  const fastest = async (call) => {
    const times = [];
    for (let index = 0; index < rounds; index += 1) times.push(await judged(call));
    return round(Math.min(...times));
  };
  try {
    for (let index = 0; index < 50; index += 1) await judged({ tool: 'Bash', input: { command: 'cd src && npm run x 2>&1 | tail -5' } });
    const floor = await fastest({ tool: 'Bash', input: { command: 'ls' } });
    /** @type {[string, number][]} */
    const times = [];
    for (const [name, call] of Object.entries(calls)) times.push([name, await fastest(call)]);
    const slowest = times.toSorted(([, a], [, b]) => b - a);
    const [, worst] = slowest[0] ?? ['', 0];
    return {
      pass: worst < mostMs,
      mostMs,
      floorMs: floor,
      timesFloor: round(worst / floor),
      slowest: Object.fromEntries(slowest.slice(0, 6)),
    };
  } finally {
    child.kill();
    rmSync(cwd, { recursive: true, force: true });
  }
}
