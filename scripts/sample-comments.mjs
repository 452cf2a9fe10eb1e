import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from './command.mjs';

/** Prints random comments without their code, to find the unclear ones. */

/** @typedef {{ line: number, text: string }} Comment */

const folders = ['src', 'scripts', 'test', 'e2e', 'bench'];

/** Comments that are not prose: instructions to tools, and bare types. */
const directive = /^(biome-ignore|@|<reference)/;

/**
 * Finds the comments in a file by looking at its lines. It is not a parser: a `//` counts where a line starts, or after a blank
 * with no open quote before it.
 * @param {string} source
 * @returns {Comment[]}
 */
export function commentsIn(source) {
  /** @type {Comment[]} */
  const found = [];
  const lines = source.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const first = lines[at] ?? '';
    const line = at + 1;
    if (/^\s*\{?\/\*/.test(first)) {
      const end = lines.findIndex((text, index) => index >= at && text.includes('*/'));
      const last = end === -1 ? lines.length - 1 : end;
      found.push({ line, text: withoutMarks(lines.slice(at, last + 1)) });
      at = last;
    } else if (/^\s*\/\//.test(first)) {
      const next = lines.findIndex((text, index) => index > at && !/^\s*\/\//.test(text));
      const end = next === -1 ? lines.length : next;
      found.push({ line, text: withoutMarks(lines.slice(at, end)) });
      at = end - 1;
    } else {
      const [, code = '', text] = /^(.*?\s)\/\/\s(.*)$/.exec(first) ?? [];
      if (text !== undefined && !hasOpenQuote(code)) found.push({ line, text: text.trim() });
    }
  }
  return found.filter(({ text }) => text !== '' && !directive.test(text));
}

/** @param {string[]} lines */
const withoutMarks = (lines) =>
  lines
    .map((line) =>
      line
        .trim()
        .replace(/^\{?\/\*+|^\*(?!\/)|^\/\/+/, '')
        .replace(/\*\/.*$/, '')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n');

/** @param {string} code */
const hasOpenQuote = (code) => ["'", '"', '`'].some((quote) => code.split(quote).length % 2 === 0);

/**
 * Draws entries at random, each at most once. The same seed draws the same entries.
 * @template T
 * @param {readonly T[]} all
 * @param {number} count
 * @param {number} seed
 * @returns {T[]}
 */
export function draw(all, count, seed) {
  const random = mulberry32(seed);
  const left = [...all];
  return Array.from({ length: Math.min(count, all.length) }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
}

/** A small random number generator with a seed. @param {number} seed */
function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @returns {(Comment & { file: string })[]} */
function allComments() {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.posix.join(folder, name)),
  );
  return files
    .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file))
    .sort()
    .flatMap((file) => commentsIn(readFileSync(path.join(root, file), 'utf8')).map((comment) => ({ file, ...comment })));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '100' } } });
  const comments = allComments();
  for (const { file, line, text } of draw(comments, Number(values.count), Number(values.seed))) console.log(`${file}:${line}\n${text}\n`);
  console.log(`${Math.min(Number(values.count), comments.length)} of ${comments.length} comments, seed ${values.seed}`);
}
