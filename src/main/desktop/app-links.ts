import path from 'node:path';
import type { App } from 'electron';
import { maxPathLength, maxUrlLength } from '../../shared/limits';

/** What a link or a command line asks to open. It only names a place in the app; the user still presses the button. */
export type OpenTarget =
  /** The id is not trusted, and may not exist. */
  { readonly kind: 'session'; readonly id: string } | { readonly kind: 'new'; readonly folder: string | null } | { readonly kind: 'inbox' };

export const linkScheme = 'signalbox:';

/** Parses a `signalbox://` link. Any web page can send one, so it returns null for anything but the three exact forms. */
export function parseAppLink(address: string): OpenTarget | null {
  if (address.length > maxUrlLength || hasHiddenCharacters(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== linkScheme || url.username || url.password || url.port || url.hash) return null;
  switch (url.hostname) {
    case 'session':
      return url.search ? null : parseSessionLink(url.pathname);
    case 'new':
      return isRootPath(url.pathname) ? parseNewSessionLink(url.searchParams) : null;
    case 'inbox':
      return isRootPath(url.pathname) && !url.search ? { kind: 'inbox' } : null;
    default:
      return null;
  }
}

/** Claims the scheme on macOS and Windows. On Linux the desktop file does that. */
export function registerAppLinks(app: Pick<App, 'setAsDefaultProtocolClient'>, platform: NodeJS.Platform, executable: string): void {
  if (platform === 'darwin') app.setAsDefaultProtocolClient('signalbox');
  // Windows puts the link on a command line unescaped. After `--`, Chromium takes no part of it for a switch.
  if (platform === 'win32') app.setAsDefaultProtocolClient('signalbox', executable, ['--']);
}

const isRootPath = (pathname: string): boolean => pathname === '' || pathname === '/';

function parseSessionLink(pathname: string): OpenTarget | null {
  const id = /^\/([A-Za-z0-9_-]{1,100})\/?$/.exec(pathname)?.[1];
  return id === undefined ? null : { kind: 'session', id };
}

function parseNewSessionLink(params: URLSearchParams): OpenTarget | null {
  const names = [...params.keys()];
  if (names.length === 0) return { kind: 'new', folder: null };
  const folder = params.get('folder') ?? '';
  return names.length === 1 && isLocalFolder(folder) ? { kind: 'new', folder } : null;
}

/** Accepts absolute paths only, and no network paths: just reading one sends the user's credentials to that server. */
function isLocalFolder(folder: string): boolean {
  if (folder.length > maxPathLength || hasHiddenCharacters(folder)) return false;
  return path.isAbsolute(folder) && !/^[\\/]{2}/.test(folder);
}

/** Control characters and bidirectional overrides can make a path look like another one. */
function hasHiddenCharacters(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to match them
  return /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(text);
}
