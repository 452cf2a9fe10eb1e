import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Notice } from '../../shared/notice';

/** Scripts/electron-runtime.mjs leaves this file beside an executable that is not the official build. */
const sourceFile = 'signalbox-runtime.json';

/** Said for as long as the app runs on an Electron build whose origin is not proven. */
export function runtimeNotice(executable: string): Notice | null {
  try {
    readFileSync(path.join(path.dirname(executable), sourceFile));
  } catch {
    return null;
  }
  return {
    id: 'unofficial-runtime',
    level: 'warning',
    text: 'Unofficial Electron build',
    detail:
      'Electron’s own download could not be reached, so this copy runs on a build from the npm registry. It is fit for development and tests, not for daily use.',
  };
}
