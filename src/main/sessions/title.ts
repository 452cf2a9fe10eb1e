import path from 'node:path';

const longest = 60;

/** What a session is called until someone names it: the beginning of what was asked, or the folder. */
export function titleFor(message: string | null, folder: string): string {
  const line = message
    ?.split('\n')
    .map((one) => one.trim())
    .find((one) => one !== '');
  if (!line) return path.basename(folder) || folder;
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
}
