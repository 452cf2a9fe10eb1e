import path from 'node:path';
import type { App } from 'electron';

/** Something to show. It names a place in the app and nothing to do there: a person still presses the button. */
export type Opening =
  /** The id comes from outside: it may be nobody's. */
  { readonly kind: 'session'; readonly id: string } | { readonly kind: 'new'; readonly folder: string | null } | { readonly kind: 'inbox' };

export const linkScheme = 'signalbox:';

const longestLink = 8_192;
const longestFolder = 4_096;

/** What a `signalbox://` link asks to see; null for anything that is not exactly one of the three. Any web page can send one. */
export function parseAppLink(address: string): Opening | null {
  if (address.length > longestLink || hasHiddenCharacters(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== linkScheme || url.username || url.password || url.port || url.hash) return null;
  switch (url.hostname) {
    case 'session':
      return url.search ? null : session(url.pathname);
    case 'new':
      return isBare(url.pathname) ? newSession(url.searchParams) : null;
    case 'inbox':
      return isBare(url.pathname) && !url.search ? { kind: 'inbox' } : null;
    default:
      return null;
  }
}

/** For macOS and Windows; on Linux the desktop file says whose links these are. */
export function registerAppLinks(app: Pick<App, 'setAsDefaultProtocolClient'>, platform: NodeJS.Platform, executable: string): void {
  if (platform === 'darwin') app.setAsDefaultProtocolClient('signalbox');
  // Windows puts the link on a command line as it is: after `--` no part of it is a switch of Chromium's.
  if (platform === 'win32') app.setAsDefaultProtocolClient('signalbox', executable, ['--']);
}

const isBare = (pathname: string): boolean => pathname === '' || pathname === '/';

function session(pathname: string): Opening | null {
  const id = /^\/([A-Za-z0-9_-]{1,100})\/?$/.exec(pathname)?.[1];
  return id === undefined ? null : { kind: 'session', id };
}

function newSession(params: URLSearchParams): Opening | null {
  const names = [...params.keys()];
  if (names.length === 0) return { kind: 'new', folder: null };
  const folder = params.get('folder') ?? '';
  return names.length === 1 && isOwnFolder(folder) ? { kind: 'new', folder } : null;
}

/** A folder of this machine, by its whole path. Merely looking at one on another machine would sign in there. */
function isOwnFolder(folder: string): boolean {
  if (folder.length > longestFolder || hasHiddenCharacters(folder)) return false;
  return path.isAbsolute(folder) && !/^[\\/]{2}/.test(folder);
}

/** Control characters and bidirectional overrides make a path look like another one. */
function hasHiddenCharacters(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(text);
}
