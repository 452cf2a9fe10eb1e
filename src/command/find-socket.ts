import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pointerFileIn, socketFileIn } from '../shared/socket-file';
import type { CommandIo } from './command-io';

type Options = Pick<CommandIo, 'env' | 'cwd' | 'platform' | 'home'>;

/** The folder of all state, as the app finds it. */
function userDataOf({ env, cwd, platform, home }: Options): string {
  if (env.SIGNALBOX_USER_DATA) return path.resolve(cwd, env.SIGNALBOX_USER_DATA);
  if (platform === 'darwin') return path.join(home, 'Library/Application Support/Signalbox');
  if (platform === 'win32') return path.join(env.APPDATA ?? path.join(home, 'AppData/Roaming'), 'Signalbox');
  return path.join(env.XDG_CONFIG_HOME || path.join(home, '.config'), 'Signalbox');
}

/** The socket of the app; null if there is none that can be trusted. */
export function findSocket(options: Options): string | null {
  const userData = userDataOf(options);
  const socket = socketFileIn({ userData, platform: options.platform }) ?? readPointer(userData);
  return socket !== null && isOurs(socket, options.platform) ? socket : null;
}

function readPointer(userData: string): string | null {
  try {
    return readFileSync(pointerFileIn(userData), 'utf8').trim();
  } catch {
    return null;
  }
}

/** Somebody else who can write to the folder could listen there in our place, and be told everything. */
function isOurs(socket: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return true;
  const facts = lstatSync(socket, { throwIfNoEntry: false });
  return facts?.isSocket() === true && facts.uid === process.getuid?.();
}
