import { AppError } from '../../shared/errors';

/** The web and mail; everything else (file:, javascript:, custom schemes) can start programs on this machine. */
const allowedProtocols = new Set(['https:', 'http:', 'mailto:']);

/** The address as it will be opened, or null when it should not be. */
export function checkExternalLink(address: string): string | null {
  // Control characters, spaces at the ends and bidirectional overrides make an address look like another one.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(address) || address.trim() !== address) return null;
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (!allowedProtocols.has(url.protocol) || url.username || url.password) return null;
  if (url.protocol !== 'mailto:' && !url.hostname) return null;
  return url.href;
}

/** Opens a link in the browser after the check. */
export async function openExternalLink(address: string, open: (url: string) => Promise<void>): Promise<void> {
  const checked = checkExternalLink(address);
  if (!checked) throw new AppError('link-refused', 'Only web and mail links are opened.');
  await open(checked);
}
