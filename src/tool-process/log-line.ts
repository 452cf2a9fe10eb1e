import { format } from 'node:util';

/** Prints to the tool's log: main reads what the process prints. */
export const logLine = (...words: readonly unknown[]): void => void process.stdout.write(`${format(...words)}\n`);
