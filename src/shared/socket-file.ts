/** Both sides must find the same socket: the app that opens it, and the command that connects to it. */
export interface PlaceOptions {
  /** The folder of all state, as an absolute path. */
  readonly userData: string;
  readonly platform: NodeJS.Platform;
}

/** `sun_path` has 108 bytes on Linux and 104 on macOS, with the null at the end. Node shortens a longer path without a word. */
const longest = (platform: NodeJS.Platform): number => (platform === 'linux' ? 107 : 103);

const join = (folder: string, name: string): string => `${folder.replace(/\/$/, '')}/${name}`;

/** The socket in the instance's own folder; null if its path is too long. On Windows it is a named pipe. */
export function socketFileIn({ userData, platform }: PlaceOptions): string | null {
  if (platform === 'win32')
    return `\\\\.\\pipe\\signalbox-${userData
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(-180)}`;
  const file = join(userData, 'signalbox.sock');
  return new TextEncoder().encode(file).length <= longest(platform) ? file : null;
}

/** Has the path of a socket that is somewhere else. */
export const pointerFileIn = (userData: string): string => join(userData, 'signalbox-socket');
