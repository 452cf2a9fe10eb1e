import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { capture, root } from './command.mjs';
import { longStep, Stop } from './say.mjs';

const stampFile = path.join(root, 'out', '.stamp');

/** Builds into out/ if any of its inputs has changed. */
export async function ensureBuilt() {
  const wanted = inputs();
  if (stamp() !== wanted) await build();
}

export async function build() {
  const { code, output } = await longStep('building', () =>
    capture(process.execPath, [path.join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js'), 'build'], { cwd: root }),
  );
  if (code !== 0) throw new Stop(`The build failed:\n${output.trim()}`, 'npm run build');
  writeFileSync(stampFile, inputs());
}

/** Names, sizes and times of everything the build reads. */
function inputs() {
  const hash = createHash('sha256');
  for (const top of ['src', 'resources', 'electron.vite.config.ts', 'package-lock.json', 'package.json']) visit(path.join(root, top));
  return hash.digest('hex');

  function visit(/** @type {string} */ entry) {
    const facts = statSync(entry, { throwIfNoEntry: false });
    if (!facts) return;
    if (facts.isDirectory()) for (const name of readdirSync(entry).sort()) visit(path.join(entry, name));
    else hash.update(`${entry}\0${facts.size}\0${facts.mtimeMs}\n`);
  }
}

function stamp() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return '';
  }
}
