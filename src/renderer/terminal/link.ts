/** A link whose text the program chose. */
export interface TerminalLink {
  readonly text: string;
  readonly address: string;
}

const scheme = /^[a-z][a-z\d+.-]*:/i;
const hostName = /^(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u;

const looksLikeAddress = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(text) || hostName.test(text);

/** Returns the address that a link's text names, normalized for comparison. A text without a scheme gets the target's. */
function namedAddress(text: string, address: string): string | null {
  const protocol = scheme.exec(address)?.[0] ?? 'https:';
  return URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${protocol}//${text}`)?.href ?? null;
}

/** Whether a link's text is its address, looks like another address, or is only words. */
export function linkKind({ text, address }: TerminalLink): 'address' | 'other-address' | 'words' {
  const shown = text.trim();
  if (!looksLikeAddress(shown)) return 'words';
  return namedAddress(shown, address) === targetOf(address) ? 'address' : 'other-address';
}

/** The address as the browser normalizes it: host names in other scripts become punycode, so that lookalikes differ. */
export const targetOf = (address: string): string => URL.parse(address)?.href ?? address;
