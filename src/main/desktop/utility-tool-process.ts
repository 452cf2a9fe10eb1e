import { type UtilityProcess, utilityProcess } from 'electron';
import type { StartToolProcess } from '../tools/tool-process-child';

/** Starts tools as utility processes of Electron. They end with the app, however it ends. */
export const utilityToolProcess =
  (entry: string): StartToolProcess =>
  ({ folder, env }) => {
    const child = utilityProcess.fork(entry, [], { cwd: folder, env: { ...env }, stdio: 'pipe', serviceName: 'Signalbox tool' });
    return {
      output: [child.stdout, child.stderr].flatMap((stream) => stream ?? []),
      post: (message) => child.postMessage(message),
      onMessage: (listener) => void child.on('message', listener),
      onEnd: (listener) => void child.once('exit', (exitCode) => listener({ exitCode, signal: null, failure: null })),
      kill: (signal) => {
        if (signal === 'SIGTERM') child.kill();
        else killNow(child);
      },
    };
  };

/** Electron only asks a process to end, and some don't listen. */
function killNow(child: UtilityProcess): void {
  try {
    if (child.pid === undefined) child.kill();
    else process.kill(child.pid, 'SIGKILL');
  } catch {
    // It has just exited.
  }
}
