import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Notice } from '../../shared/notice';

/** scripts/electron-runtime.mjs writes this file next to an executable that is not the official build. */
const markerFile = 'signalbox-runtime.json';

/** Returns a warning if the app runs on an unofficial Electron build. */
export function runtimeNotice(executable: string): Notice | null {
  try {
    readFileSync(path.join(path.dirname(executable), markerFile));
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
