/** What the scripts print: one line for each thing done, elapsed time on what takes long, one sentence when it fails. */

/** A failure that a person can mend: a sentence, and the exact command where there is one. */
export class Stop extends Error {
  /**
   * @param {string} sentence
   * @param {string} [fix]
   */
  constructor(sentence, fix) {
    super(sentence);
    this.fix = fix;
  }
}

/** @type {NodeJS.WriteStream} */
let output = process.stdout;

/** Sends the messages to another stream, for a command whose standard output is data. @param {NodeJS.WriteStream} stream */
export function sayTo(stream) {
  output = stream;
}

/** @param {string} line */
export const say = (line) => output.write(`signalbox: ${line}\n`);

/**
 * Says what is being done and, while it lasts, that it still is.
 * @template T
 * @param {string} doing
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function longStep(doing, work) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const live = output.isTTY;
  say(`${doing}…`);
  const beat = setInterval(
    () => {
      if (live) output.write(`\r\x1b[Ksignalbox:   ${seconds()} s`);
      else say(`  still at it (${seconds()} s)`);
    },
    live ? 1_000 : 10_000,
  );
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if (live) output.write('\r\x1b[K');
  }
}

/**
 * Runs a script's main function; a failure becomes one clear sentence, the command that mends it, and exit code 1.
 * @param {() => Promise<number | undefined>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    process.stderr.write(`signalbox: ${error.message}\n`);
    if (error.fix) process.stderr.write(`signalbox: run this:  ${error.fix}\n`);
    process.exitCode = 1;
  }
}
