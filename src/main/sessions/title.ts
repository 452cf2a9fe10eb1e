import path from 'node:path';
import { escapeLine } from '../../shared/invisible';
import { truncateLine } from '../../shared/truncate';

const longest = 60;

/** The title of a session until someone renames it: the beginning of its first message, or the folder's name. */
export function titleFor(message: string | null, folder: string): string {
  const line = message
    ?.split('\n')
    .map((one) => one.trim())
    .find((one) => one !== '');
  // Characters that reverse the text would also reverse the words beside the title.
  return truncateLine(escapeLine(line ?? (path.basename(folder) || folder)), longest);
}
