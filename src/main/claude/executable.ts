import { accessSync, constants, statSync } from 'node:fs';

/** Why a file can't be run, as the end of a sentence that begins with its name; null when it can. */
export function whyNotExecutable(file: string): string | null {
  return whyNot(file, constants.X_OK, 'is not executable');
}

/** The same for a script, which its runtime only has to read. */
export function whyNotReadable(file: string): string | null {
  return whyNot(file, constants.R_OK, 'can’t be read');
}

function whyNot(file: string, access: number, refused: string): string | null {
  try {
    if (!statSync(file).isFile()) return 'is not a file';
  } catch {
    return 'does not exist';
  }
  try {
    accessSync(file, access);
    return null;
  } catch {
    return refused;
  }
}
