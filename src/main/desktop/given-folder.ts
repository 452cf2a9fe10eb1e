import path from 'node:path';

export interface StartedFrom {
  /** Run as `electron <app> …`: then the first word is the app. */
  readonly isDefaultApp: boolean;
  readonly cwd: string;
}

/** The folder in `signalbox <folder>`, whole; null when none is named. Whether there is such a folder is seen later. */
export function givenFolder(argv: readonly string[], { isDefaultApp, cwd }: StartedFrom): string | null {
  const words: string[] = [];
  let onlyWords = false;
  for (let i = 1; i < argv.length; i++) {
    const argument = argv[i] ?? '';
    if (onlyWords) words.push(argument);
    else if (argument === '--') onlyWords = true;
    // Electron's own, with the module to load in the next one.
    else if (argument === '-r' || argument === '--require') i++;
    else if (!argument.startsWith('-')) words.push(argument);
  }
  const folder = words[isDefaultApp ? 1 : 0];
  return folder ? path.resolve(cwd, folder) : null;
}
