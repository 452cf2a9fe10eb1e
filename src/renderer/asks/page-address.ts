/** An address that an MCP server wants a person to open. */
export interface PageAddress {
  readonly host: string;
  /** What speaks against opening it. */
  readonly warnings: readonly string[];
}

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Returns null for what is not the address of a web page. */
export function pageAddress(text: string): PageAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, host, username, password } = new URL(text);
  if ((protocol !== 'https:' && protocol !== 'http:') || hostname === '') return null;
  const isForeign = hostname.split('.').some((part) => part.startsWith('xn--'));
  return {
    host,
    warnings: [
      ...(isForeign ? ['The name of this host has letters that can look like others. Here it is written as computers read it.'] : []),
      ...(username !== '' || password !== '' ? [`What stands before the @ is not the host. The page is on ${host}.`] : []),
      ...(protocol === 'http:' && !loopback.test(hostname)
        ? ['The connection is not encrypted: others on the network can read and change it.']
        : []),
    ],
  };
}
