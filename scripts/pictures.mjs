/**
 * Takes the pictures in docs/images again: e2e/pictures.spec.ts. The given folder becomes the home folder in them and is removed
 * afterwards.
 */
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { e2e } from './e2e.mjs';
import { prepare } from './prepare.mjs';
import { runMain, Stop } from './say.mjs';

await runMain(async () => {
  const home = path.resolve(process.argv[2] ?? path.join(os.tmpdir(), 'mia'));
  await prepare({ display: process.platform === 'linux', desktop: process.platform === 'linux' });
  try {
    mkdirSync(home);
  } catch (error) {
    throw new Stop(`A new folder is needed for the person in the pictures, and this can't be one: ${error}`, 'npm run pictures -- FOLDER');
  }
  try {
    process.env.SIGNALBOX_PICTURES = home;
    return await e2e(['pictures\\.spec', '--workers=1']);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});
