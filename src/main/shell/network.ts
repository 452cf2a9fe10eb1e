import { namesRemoteAddress } from './programs/conditions';
import type { Invocation } from './programs/record';
import { explainsItsWords, recordOf } from './programs/record-of';
import type { ShellRedirect } from './words';

/** Bash opens connections for such redirections: `> /dev/tcp/host/port`. */
export function opensConnection(redirects: readonly ShellRedirect[]): boolean {
  return redirects.some(({ target }) => /^\/dev\/(tcp|udp)\//.test(target.raw));
}

/** Whether the words of a command make it use the network. */
export function isNetwork(use: Invocation): boolean {
  if (opensConnection(use.redirects)) return true;
  const record = recordOf(use.program);
  const network = record?.risks?.network;
  if (network === true || network?.(use)) return true;
  return !explainsItsWords(record) && namesRemoteAddress(use);
}

/** Whether a program uses the network whatever its words are. */
export function isNetworkProgram(program: string): boolean {
  return isNetwork({ program, words: [{ literal: program, raw: program }], args: [], redirects: [], places: null, folder: null });
}
