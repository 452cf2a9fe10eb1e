import { execFile } from 'node:child_process';
import { AppError } from '../../shared/errors';
import { truncate } from '../../shared/truncate';

export interface GitOptions {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
  /** Settings that override the repository's own. */
  readonly config?: readonly string[];
}

/** These settings keep git from running programs that the repository's own configuration names. */
const harmless = ['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'submodule.recurse=false'];
const mostOutput = 8_000_000;

/** Runs git and returns its output. Rejects with git's own message. */
export async function git(args: readonly string[], { folder, env, timeoutMs = 5_000, config = [] }: GitOptions): Promise<string> {
  const settings = [...harmless, ...config].flatMap((setting) => ['-c', setting]);
  const child = Promise.withResolvers<string>();
  execFile(
    'git',
    ['-C', folder, ...settings, ...args],
    { env: gitEnv(env), timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: mostOutput, windowsHide: true },
    (error, stdout, stderr) => {
      if (!error) child.resolve(stdout);
      else child.reject(new AppError('git-failed', errorText(error, stderr)));
    },
  );
  return child.promise;
}

/** Without the person's GIT_ variables, which could point to another repository, and without prompts, which would wait for ever. */
function gitEnv(env: GitOptions['env']): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !/^(GIT_|ELECTRON_)/.test(name));
  return { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' };
}

function errorText(error: Error & { code?: unknown; killed?: boolean }, stderr: string): string {
  if (error.code === 'ENOENT') return 'git was not found on this computer.';
  if (error.killed) return 'git took too long.';
  return truncate(stderr.trim() || error.message, 1_000);
}

/** The top of the repository a folder is in, or null. */
export async function repositoryOf(folder: string, env: GitOptions['env']): Promise<string | null> {
  try {
    // Git adds one line break. Others are part of the name.
    return (await git(['rev-parse', '--show-toplevel'], { folder, env, timeoutMs: 2_000 })).replace(/\n$/, '') || null;
  } catch {
    return null;
  }
}
