import { fork } from 'node:child_process';
import type { ChildEnd, StartToolProcess } from './tool-process-child';

/** Starts tools as child processes of Node. The app uses utility processes instead: desktop/utility-tool-process.ts. */
export const forkToolProcess =
  (entry: string): StartToolProcess =>
  ({ folder, env }) => {
    const child = fork(entry, { cwd: folder, env: { ...env, ELECTRON_RUN_AS_NODE: '1' }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    // A message to a process that has just exited can't be delivered, and its end is reported anyway.
    const ignoreFailure = (): void => undefined;
    return {
      output: [child.stdout, child.stderr].flatMap((stream) => stream ?? []),
      post: (message) => void child.send(message, ignoreFailure),
      onMessage: (listener) => void child.on('message', listener),
      onEnd: (listener) => {
        const once = onlyOnce(listener);
        child.on('error', (error) => {
          if (child.pid === undefined) once({ exitCode: null, signal: null, failure: error.message });
        });
        child.on('exit', (exitCode, signal) => once({ exitCode, signal, failure: null }));
      },
      kill: (signal) => void child.kill(signal),
    };
  };

function onlyOnce(listener: (end: ChildEnd) => void): (end: ChildEnd) => void {
  let isOver = false;
  return (end) => {
    if (!isOver) listener(end);
    isOver = true;
  };
}
