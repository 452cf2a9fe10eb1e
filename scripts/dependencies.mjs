import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { capture, npm, root, unreachable } from './command.mjs';
import { longStep, Stop } from './say.mjs';

const stampFile = path.join(root, 'node_modules', '.signalbox-lock');

/** Installs exactly what package-lock.json says, unless that is already installed. */
export async function ensureDependencies() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (readStamp() === wanted) return;
  const { code, output } = await longStep('installing dependencies from the npm registry', () =>
    capture(npm, ['ci', '--no-audit', '--no-fund'], { cwd: root, shell: process.platform === 'win32' }),
  );
  if (code !== 0) {
    if (unreachable(output)) throw new Stop('The npm registry can’t be reached. Check the network or the proxy, then try again.', 'npm ci');
    throw new Stop(`npm could not install the dependencies:\n${output.trim().split('\n').slice(-15).join('\n')}`, 'npm ci');
  }
  writeFileSync(stampFile, wanted);
}

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return '';
  }
}
