import path from 'node:path';
import { shortLine } from './short-line';

const longest = 60;

/** What a session is called until someone names it: the beginning of what was asked, or the folder. */
export function titleFor(message: string | null, folder: string): string {
  const line = message
    ?.split('\n')
    .map((one) => one.trim())
    .find((one) => one !== '');
  if (!line) return path.basename(folder) || folder;
  return shortLine(line, longest);
}
