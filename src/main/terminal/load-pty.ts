import type { IPty, IPtyForkOptions } from 'node-pty';
import { AppError, messageOf } from '../../shared/errors';

export type SpawnPty = (file: string, args: string[], options: IPtyForkOptions) => IPty;

/** The app's one native module. It is loaded for the first terminal; where it can't be, everything else works without it. */
export async function loadPty(): Promise<SpawnPty> {
  try {
    const { spawn } = await import('node-pty');
    return spawn;
  } catch (error) {
    const reason = messageOf(error);
    throw new AppError('terminal-unavailable', `Terminals don’t work in this installation of Signalbox: ${reason}`);
  }
}
