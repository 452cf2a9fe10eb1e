import { AppError } from '../../shared/errors';

/** Only web and mail links: others (file:, javascript:, custom schemes) can start programs on this machine. */
const allowedProtocols = new Set(['https:', 'http:', 'mailto:']);

/** Returns the URL to open, or null if it must not be opened. */
export function checkExternalLink(address: string): string | null {
  // Control characters, surrounding spaces and bidirectional overrides can make a URL look like another one.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to match them
  if (/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(address) || address.trim() !== address) return null;
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (!allowedProtocols.has(url.protocol) || url.username || url.password) return null;
  if (url.protocol === 'mailto:') return checkMailLink(url);
  return url.hostname ? url.href : null;
}

/** The fields that the user sees before sending. Others are refused: some mail programs attach the file named by `attach`. */
const mailFields: ReadonlySet<string> = new Set(['subject', 'body', 'cc', 'bcc']);
/** No address can be taken for a command-line option, close a quote or start another field. */
const mailAddress = /^[\p{L}\p{N}_.+][\p{L}\p{N}_.+=%-]*@[\p{L}\p{N}][\p{L}\p{N}.-]*$/u;

/** Rebuilds a mail link from its checked parts, so that no mail program reads more into it. */
function checkMailLink({ pathname, search }: URL): string | null {
  const addresses = encodeAddresses(tryDecode(pathname));
  if (addresses === null) return null;
  const fields: string[] = [];
  // In a mail link a plus is not a space.
  for (const [name, value] of new URLSearchParams(search.replaceAll('+', '%2B'))) {
    const field = name.toLowerCase();
    if (!mailFields.has(field)) return null;
    if (field === 'cc' || field === 'bcc') {
      const copies = encodeAddresses(value);
      if (copies === null) return null;
      fields.push(`${field}=${copies}`);
    } else fields.push(`${field}=${encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27')}`);
  }
  return `mailto:${addresses}${fields.length > 0 ? `?${fields.join('&')}` : ''}`;
}

/** Encodes a list of addresses; returns null if one of them is invalid. */
function encodeAddresses(list: string | null): string | null {
  if (list === null || list === '') return list;
  const addresses = list.split(',');
  if (!addresses.every((address) => mailAddress.test(address))) return null;
  return addresses.map((address) => encodeURIComponent(address).replaceAll('%40', '@')).join(',');
}

function tryDecode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Opens a link with the system's browser or mail program if it is allowed. */
export async function openExternalLink(address: string, open: (url: string) => Promise<void>): Promise<void> {
  const checked = checkExternalLink(address);
  if (!checked) throw new AppError('link-refused', 'Only web and mail links are opened.');
  await open(checked);
}
