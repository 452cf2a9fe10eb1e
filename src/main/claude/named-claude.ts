import path from 'node:path';
import { whyNotExecutable, whyNotReadable } from './executable';
import type { ClaudeCommand } from './launch-plan';

/** How to run a file that was named, or why it can't be. */
export function commandFor(file: string, { platform, nodePath }: { platform: NodeJS.Platform; nodePath: string }): ClaudeCommand | string {
  if (/\.[cm]?js$/i.test(file)) {
    const why = whyNotReadable(file);
    return why ? `${file} ${why}` : { command: nodePath, argsBefore: [file], env: { ELECTRON_RUN_AS_NODE: '1' } };
  }
  if (platform === 'win32' && /\.(cmd|bat)$/i.test(file)) return `${file} is a script for the command prompt; name claude.exe`;
  const why = whyNotExecutable(file);
  return why ? `${file} ${why}` : { command: file };
}

export function withHome(file: string, home: string): string {
  return path.resolve(/^~[\\/]/.test(file) ? path.join(home, file.slice(2)) : file);
}
