import { spawn } from 'node:child_process';

/** Start-up files print what they like; the answer stands between these. */
const mark = '__signalbox_path__';
const question = `printf '%s' '${mark}'; printenv PATH; printf '%s' '${mark}'`;
const maxOutput = 1_000_000;

export interface LoginShell {
  readonly shell: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
}

/**
 * The PATH a person has in a terminal, which an app started from the dock or a menu does not get. Null when the shell
 * does not say: start-up files may fail, wait for someone, or become another program.
 */
export function loginShellPath({ shell, env, timeoutMs = 5_000 }: LoginShell): Promise<string | null> {
  return new Promise((resolve) => {
    // A session of its own: an interactive shell would otherwise fight for the terminal the app was started from.
    const child = spawn(shell, ['-ilc', question], { env, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    let output = '';
    const answer = (path: string | null): void => {
      child.stdout?.destroy();
      resolve(path);
    };
    const giveUp = (): void => {
      if (child.exitCode === null && child.signalCode === null) endGroup(child.pid);
      answer(null);
    };
    // It goes on after the answer, for a shell that does not exit.
    const timer = setTimeout(giveUp, timeoutMs);
    const over = (): void => {
      clearTimeout(timer);
      answer(null);
    };
    child.on('error', over);
    child.on('close', over);
    // What start-up files leave running may hold the output open, so the answer is taken as soon as it is whole.
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, path, rest] = output.split(mark);
      if (path !== undefined && rest !== undefined) answer(path.trim());
      else if (output.length > maxOutput) giveUp();
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
