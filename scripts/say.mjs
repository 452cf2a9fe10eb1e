/** Prints what the scripts do: one line per step, the elapsed time of slow steps, and one sentence for a failure. */

/** A failure that a person can fix: a sentence and, if there is one, the exact command. */
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
 * Prints what is being done, and keeps printing the elapsed time until it is done.
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
 * Runs a script's main function. A failure is printed as one sentence with the command that fixes it, and the exit code is 1.
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
