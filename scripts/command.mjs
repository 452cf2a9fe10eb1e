import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root, whatever folder a script is called from. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Runs a command to its end and keeps what it printed.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number | null, output: string }>} code is null when it could not be started or was killed
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout?.on('data', (data) => {
      output += data;
    });
    child.stderr?.on('data', (data) => {
      output += data;
    });
    child.on('error', (error) => resolve({ code: null, output: String(error) }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** @type {NodeJS.Signals[]} */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The exit code that a shell reports for a signal: 130 for SIGINT. @param {NodeJS.Signals} signal */
const codeFor = (signal) => 128 + os.constants.signals[signal];

/** Whether a command was ended by a signal that a person can send. @param {number} code */
export const wasInterrupted = (code) => endings.some((signal) => codeFor(signal) === code);

/**
 * Runs a command on this terminal. Signals that end this script are passed on to the command, and its exit code then names the signal.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function passThrough(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    /** @type {NodeJS.Signals | null} */
    let received = null;
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      received = signal;
      child.kill(signal);
    };
    for (const signal of endings) process.on(signal, forward);
    const done = () => {
      for (const signal of endings) process.off(signal, forward);
    };
    child.on('error', (error) => {
      done();
      reject(error);
    });
    child.on('close', (code, signal) => {
      done();
      const ending = received ?? signal;
      resolve(ending ? codeFor(ending) : (code ?? 1));
    });
  });
}

/** @param {string} name */
export function onPath(name) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => folder && existsSync(path.join(folder, name)));
}

export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Matches the errors with which Node, npm and Electron's downloader report that a host can't be reached. */
export const unreachable = (/** @type {string} */ output) =>
  /fetch failed|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/.test(output);
