import path from 'node:path';
import { escapeLine } from '../../shared/invisible';
import { truncateLine } from '../../shared/truncate';

const longest = 60;

/** What a session is called until someone names it: the beginning of what was asked, or the folder. */
export function titleFor(message: string | null, folder: string): string {
  const line = message
    ?.split('\n')
    .map((one) => one.trim())
    .find((one) => one !== '');
  // It stands beside what others say of the session: it must not turn their words around.
  return truncateLine(escapeLine(line ?? (path.basename(folder) || folder)), longest);
}
