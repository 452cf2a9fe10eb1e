import { spawn } from 'node:child_process';
import { failure, success } from './outcome.mjs';

const KEPT = 30_000;

/** @type {Set<() => void>} */
const running = new Set();

/** Ends every command that still runs. */
export function endCommands() {
  for (const end of running) end();
}

/**
 * Runs a command in a process group of its own, as the CLI does, so that an interrupt ends all it started.
 * @param {string} command @param {string} cwd @param {AbortSignal} signal
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export function shell(command, cwd, signal) {
  // The command is no part of Electron, even when this program runs in Electron's Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  return new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      cwd,
      env,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout = (stdout + text).slice(0, KEPT);
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr = (stderr + text).slice(0, KEPT);
    });
    const end = () => {
      try {
        if (child.pid === undefined || process.platform === 'win32') child.kill('SIGKILL');
        else process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It ended in the same moment.
      }
    };
    const done = (/** @type {import('./outcome.mjs').Outcome} */ outcome) => {
      running.delete(end);
      signal.removeEventListener('abort', end);
      resolve(outcome);
    };
    running.add(end);
    signal.addEventListener('abort', end, { once: true });
    child.on('error', (error) => done(failure(error.message)));
    child.on('close', (code, killedBy) => {
      const said = [stdout.trimEnd(), stderr.trimEnd()].filter(Boolean).join('\n');
      if (code !== 0) return done(failure([`Exit code ${code ?? killedBy}`, said].filter(Boolean).join('\n')));
      const data = {
        stdout: stdout.trimEnd(),
        stderr: stderr.trimEnd(),
        interrupted: false,
        isImage: false,
        noOutputExpected: said === '',
      };
      done(success(said || '(Bash completed with no output)', data));
    });
  });
}
