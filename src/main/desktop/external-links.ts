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
  if (url.protocol === 'mailto:') return checkMailLink(url);
  return url.hostname ? url.href : null;
}

/** Fields of a message that a person sees before they send it. Some mail programs take `attach` as well, and attach the file. */
const mailFields: ReadonlySet<string> = new Set(['subject', 'body', 'cc', 'bcc']);
/** None of these begins an option of a program, ends a quoted word or starts another field. */
const mailAddress = /^[\p{L}\p{N}_.+][\p{L}\p{N}_.+=%-]*@[\p{L}\p{N}][\p{L}\p{N}.-]*$/u;

/** A mail link is written anew from its parts, so that no program can read more into it than was checked. */
function checkMailLink({ pathname, search }: URL): string | null {
  const addresses = addressesIn(decoded(pathname));
  if (addresses === null) return null;
  const fields: string[] = [];
  // In a mail link a plus is a plus.
  for (const [name, value] of new URLSearchParams(search.replaceAll('+', '%2B'))) {
    const field = name.toLowerCase();
    if (!mailFields.has(field)) return null;
    if (field === 'cc' || field === 'bcc') {
      const copies = addressesIn(value);
      if (copies === null) return null;
      fields.push(`${field}=${copies}`);
    } else fields.push(`${field}=${encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27')}`);
  }
  return `mailto:${addresses}${fields.length > 0 ? `?${fields.join('&')}` : ''}`;
}

/** The addresses in a list, encoded; null when one of them is none. */
function addressesIn(list: string | null): string | null {
  if (list === null || list === '') return list;
  const addresses = list.split(',');
  if (!addresses.every((address) => mailAddress.test(address))) return null;
  return addresses.map((address) => encodeURIComponent(address).replaceAll('%40', '@')).join(',');
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Opens a link in the browser after the check. */
export async function openExternalLink(address: string, open: (url: string) => Promise<void>): Promise<void> {
  const checked = checkExternalLink(address);
  if (!checked) throw new AppError('link-refused', 'Only web and mail links are opened.');
  await open(checked);
}
