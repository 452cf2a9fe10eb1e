import type { IPty, IPtyForkOptions } from 'node-pty';
import { AppError, messageOf } from '../../shared/errors';

export type SpawnPty = (file: string, args: string[], options: IPtyForkOptions) => IPty;

/** Loads the app's only native module. It is loaded with the first terminal, so that the app works where it can't be loaded. */
export async function loadPty(): Promise<SpawnPty> {
  try {
    const { spawn } = await import('node-pty');
    return spawn;
  } catch (error) {
    const reason = messageOf(error);
    throw new AppError('terminal-unavailable', `Terminals don’t work in this installation of Signalbox: ${reason}`);
  }
}
