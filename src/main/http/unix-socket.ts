import { chmod, lstat, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { AppError } from '../../shared/errors';
import { codeOf } from '../base/error-code';
import { listen } from './listener';

/** Opens a server on a Unix socket that only this user can connect to. Replaces the socket of an app that was killed, and no other. */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  try {
    await listenPrivately(server, path);
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    if (await isAlive(path)) throw new AppError('too-busy', `Another Signalbox answers at ${path}.`);
    // A file that somebody else put there is not ours to remove.
    if (!(await lstat(path)).isSocket()) throw new AppError('forbidden', `${path} is no socket.`);
    await rm(path);
    await listenPrivately(server, path);
  }
  if (process.platform !== 'win32') await chmod(path, 0o600);
}

/** The socket appears with the mode that the umask leaves, so nobody else can connect even before its mode is set. */
function listenPrivately(server: Server, path: string): Promise<void> {
  const before = process.umask(0o177);
  try {
    return listen(server, { path });
  } finally {
    process.umask(before);
  }
}

function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    const end = (alive: boolean) => () => {
      socket.destroy();
      resolve(alive);
    };
    socket.on('connect', end(true));
    // Its queue is full: somebody is there, but busy.
    socket.on('error', (error) => end(codeOf(error) === 'EAGAIN')());
  });
}
