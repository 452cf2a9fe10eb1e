import { spawn } from 'node:child_process';
import { Stop } from './say.mjs';

/** Whether a display already exists. */
export const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/**
 * Starts a virtual display. `stop` ends it.
 * @param {{ size?: string }} [options]
 * @returns {Promise<{ name: string, stop: () => void }>}
 */
export function startVirtualDisplay({ size = '1440x900x24' } = {}) {
  return new Promise((resolve, reject) => {
    // Xvfb picks a free number itself and writes it to file descriptor 3.
    const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-noreset'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    server.on('error', () => reject(new Stop('No virtual display could be started.', 'sudo apt-get install -y xvfb')));
    server.on('exit', () => reject(new Stop('The virtual display ended at once.', 'Xvfb :99')));
    server.stdio[3]?.once('data', (number) => resolve({ name: `:${String(number).trim()}`, stop: () => void server.kill() }));
  });
}
