import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import type { ClaudeCommand } from './launch-plan';

/** Says why a file can't be run, in words that follow its name in a sentence. Null when it can. */
export function whyNotExecutable(file: string): string | null {
  return whyNot(file, constants.X_OK, 'is not executable');
}

/** The same for a script, which only has to be readable. */
function whyNotReadable(file: string): string | null {
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

/** Returns how to run a file that a person named as `claude`, or why it can't be run. */
export function commandFor(file: string, { platform, nodePath }: { platform: NodeJS.Platform; nodePath: string }): ClaudeCommand | string {
  if (/\.[cm]?js$/i.test(file)) {
    const why = whyNotReadable(file);
    return why ? `${file} ${why}` : { command: nodePath, argsBefore: [file], env: { ELECTRON_RUN_AS_NODE: '1' } };
  }
  if (platform === 'win32' && /\.(cmd|bat)$/i.test(file)) return `${file} is a script for the command prompt; name claude.exe`;
  const why = whyNotExecutable(file);
  return why ? `${file} ${why}` : { command: file };
}

/** Makes a path absolute, and expands a leading `~`. */
export function expandHome(file: string, home: string): string {
  return path.resolve(/^~[\\/]/.test(file) ? path.join(home, file.slice(2)) : file);
}
