import { execFile } from 'node:child_process';
import os from 'node:os';
import type { ClaudeTrial } from '../../shared/session';
import { removeElectronVariables } from '../base/child-environment';
import { commandFor, expandHome } from './executable';

export interface TryOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
  /** The runtime for a script: our own, run as plain Node. */
  readonly nodePath?: string;
  /** How long to wait for the version. */
  readonly answerMs?: number;
}

/** Asks a `claude` that a person named for its version, and says what is wrong if it gives none. */
export function tryClaude(
  named: string,
  { env = process.env, platform = process.platform, home = os.homedir(), nodePath = process.execPath, answerMs = 10_000 }: TryOptions = {},
): Promise<ClaudeTrial> {
  const file = expandHome(named, home);
  const claude = commandFor(file, { platform, nodePath });
  if (typeof claude === 'string') return Promise.resolve({ outcome: 'cannot-run', text: `${claude}.` });
  const options = {
    env: { ...removeElectronVariables(env), ...claude.env },
    timeout: answerMs,
    killSignal: 'SIGKILL',
    windowsHide: true,
  } as const;
  return new Promise((resolve) => {
    const child = execFile(claude.command, [...(claude.argsBefore ?? []), '--version'], options, (error, stdout) => {
      const version = versionIn(stdout);
      if (!error && version !== null) resolve({ outcome: 'works', version });
      else if (!error) resolve({ outcome: 'not-claude', text: `${file} did not say a version: it may be another program.` });
      else if (error.killed) resolve({ outcome: 'no-answer', text: `${file} did not answer within ${answerMs / 1_000} seconds.` });
      else resolve({ outcome: 'failed', text: `${file} failed: ${reasonOf(error.code)}.` });
    });
    child.stdin?.on('error', () => undefined).end();
  });
}

/** Reads output like "2.1.197 (Claude Code)". */
export function versionIn(stdout: string): string | null {
  return /^\s*(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1] ?? null;
}

/** A number is an exit code; a string is the system's error code, when the program could not be started. */
function reasonOf(code: string | number | null | undefined): string {
  return typeof code === 'string' ? `the system did not start it (${code})` : `it ended with code ${code ?? 'unknown'}`;
}
