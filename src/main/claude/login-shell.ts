import { spawn } from 'node:child_process';

/** Start-up files may print anything, so the answer is between two of these. */
const mark = '__signalbox_path__';
const question = `printf '%s' '${mark}'; printenv PATH; printf '%s' '${mark}'`;
const maxOutput = 1_000_000;

export interface LoginShell {
  readonly shell: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
}

/**
 * Asks the login shell for the PATH that a person has in a terminal. An app started from the dock or a menu does not get it.
 * Null when the shell does not answer: its start-up files may fail, wait for input, or exec another program.
 */
export function loginShellPath({ shell, env, timeoutMs = 5_000 }: LoginShell): Promise<string | null> {
  return new Promise((resolve) => {
    // Detached, because an interactive shell would otherwise take over the terminal that the app was started from.
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
    // The timer also ends a shell that answers and does not exit.
    const timer = setTimeout(giveUp, timeoutMs);
    const onExit = (): void => {
      clearTimeout(timer);
      answer(null);
    };
    child.on('error', onExit);
    child.on('close', onExit);
    // Background processes may hold the output open, so we don't wait for its end.
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
    // It has exited.
  }
}
