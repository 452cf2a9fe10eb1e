/** A link that a program printed with a text of its own choice. */
export interface TerminalLink {
  readonly text: string;
  readonly address: string;
}

const scheme = /^[a-z][a-z\d+.-]*:/i;
const hostName = /^(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u;

const looksLikeAddress = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(text) || hostName.test(text);

/** The address that a link's text names, in the form in which addresses are compared. A text without a scheme takes the target's. */
function namedAddress(text: string, address: string): string | null {
  const protocol = scheme.exec(address)?.[0] ?? 'https:';
  return URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${protocol}//${text}`)?.href ?? null;
}

/** How a link's text relates to where it leads: it is the address, it looks like another one, or it is only words. */
export function linkKind({ text, address }: TerminalLink): 'address' | 'other-address' | 'words' {
  const shown = text.trim();
  if (!looksLikeAddress(shown)) return 'words';
  return namedAddress(shown, address) === targetOf(address) ? 'address' : 'other-address';
}

/** The address as the browser takes it: names in other scripts are written so that they can be told apart. */
export const targetOf = (address: string): string => URL.parse(address)?.href ?? address;
