/**
 * A stand-in for Electron's own default app, for a runtime that came without one: `electron .` runs a folder's app.
 * It awaits the app's entry, as the real one does, so that code which must run before `ready` does.
 */
const main = `import { app } from 'electron';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

process.defaultApp = true;
if (process.argv.includes('--version') || process.argv.includes('-v')) {
  console.log('v' + process.versions.electron);
  process.exit(0);
}
// Like the real one, it first loads the modules given by -r. Playwright uses this to load itself.
const modules = [];
let first;
for (let i = 1; i < process.argv.length && first === undefined; i++) {
  const argument = process.argv[i];
  if (argument === '-r' || argument === '--require') modules.push(process.argv[++i]);
  else if (!argument.startsWith('-')) first = argument;
}
const require = createRequire(import.meta.url);
for (const module of modules) require(path.resolve(module));
const target = path.resolve(first ?? '.');
let entry = target;
if (statSync(target).isDirectory()) {
  const manifest = JSON.parse(readFileSync(path.join(target, 'package.json'), 'utf8'));
  const name = manifest.productName ?? manifest.name;
  if (manifest.version) app.setVersion(manifest.version);
  if (name) app.setName(name);
  app.setDesktopName?.(manifest.desktopName ?? app.getName() + '.desktop');
  app.setPath('userData', path.join(app.getPath('appData'), app.getName()));
  app.setAppPath(target);
  entry = createRequire(path.join(target, 'package.json')).resolve(path.join(target, manifest.main ?? 'index.js'));
} else app.setAppPath(path.dirname(target));
await import(pathToFileURL(entry).href);
`;

const files = {
  'package.json': JSON.stringify({ name: 'electron', productName: 'Electron', main: 'main.js', type: 'module' }),
  'main.js': main,
};

/** The asar archive: four sizes, a JSON header padded to four bytes, then the files one after another. */
export function defaultApp() {
  /** @type {Record<string, { size: number, offset: string }>} */
  const entries = {};
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    entries[name] = { size: Buffer.byteLength(text), offset: String(offset) };
    offset += Buffer.byteLength(text);
  }
  const header = Buffer.from(JSON.stringify({ files: entries }));
  const padding = (4 - (header.length % 4)) % 4;
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(4, 0);
  sizes.writeUInt32LE(8 + header.length + padding, 4);
  sizes.writeUInt32LE(4 + header.length + padding, 8);
  sizes.writeUInt32LE(header.length, 12);
  return Buffer.concat([sizes, header, Buffer.alloc(padding), ...Object.values(files).map((text) => Buffer.from(text))]);
}
