/** Builds a runnable folder with Electron and our app in it, the same way for every platform. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { capture, onPath, root } from './command.mjs';
import { builtProgram, copyPackage, loadedByName } from './package-externals.mjs';
import { icns, ico } from './package-icons.mjs';
import { Stop } from './say.mjs';

/**
 * @typedef {object} Wanted
 * @property {string} version
 * @property {boolean} official whether Electron is the official build
 * @property {string} work a folder for everything in between
 * @property {string} out where the app's folder goes
 */

/** @param {Wanted} wanted @returns {Promise<string>} the app's folder */
export async function packageApp({ version, official, work, out }) {
  const { packager } = await import('@electron/packager');
  const manifest = readManifest();
  const app = path.join(work, 'app');
  stageApp(app, { ...manifest, version });
  const [folder] = await packager({
    dir: app,
    out,
    overwrite: true,
    quiet: true,
    prune: false,
    tmpdir: path.join(work, 'packager'),
    name: manifest.productName,
    // On macOS the executable has the app's name.
    ...(process.platform === 'darwin' ? {} : { executableName: manifest.name }),
    electronVersion: electronVersion(),
    // The packager downloads and checks official builds itself. The unofficial one exists only on this machine.
    ...(official ? {} : { electronZipDir: await zipRuntime(work) }),
    // Native code can't be loaded from inside an archive.
    asar: { unpackDir: 'node_modules' },
    ...(process.platform === 'linux' ? {} : { icon: writeIcon(work) }),
    appBundleId: 'app.signalbox',
    appCategoryType: 'public.app-category.developer-tools',
    appCopyright: 'The Signalbox authors',
    protocols: [{ name: 'Signalbox', schemes: ['signalbox'] }],
    win32metadata: { CompanyName: 'The Signalbox authors', FileDescription: manifest.productName },
    afterExtract: [({ buildPath }) => setFuses(path.join(buildPath, electronIn[process.platform] ?? 'electron'))],
  });
  if (!folder) throw new Stop('Nothing was packaged.');
  return folder;
}

/** @type {Record<string, string>} */
const electronIn = { darwin: 'Electron.app', win32: 'electron.exe' };

/** @returns {{ name: string, productName: string, version: string, description: string, dependencies: Record<string, string> }} */
export const readManifest = () => JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const runtime = path.join(root, 'node_modules', 'electron', 'dist');
const electronVersion = () => readFileSync(path.join(runtime, 'version'), 'utf8').trim().replace(/^v/, '');

/** The desktop file and similar files go beside the app, not into it. */
const onlyForPackages = path.join(root, 'resources', 'linux');

/** Copies the files that the app reads when it runs. @param {string} app @param {ReturnType<typeof readManifest>} manifest */
function stageApp(app, { dependencies, ...manifest }) {
  for (const part of ['out/main', 'out/preload', 'out/renderer', 'resources']) {
    cpSync(path.join(root, part), path.join(app, part), { recursive: true, filter: (source) => source !== onlyForPackages });
  }
  const shipped = { ...manifest, scripts: undefined, devDependencies: undefined, overrides: undefined, allowScripts: undefined };
  writeFileSync(path.join(app, 'package.json'), JSON.stringify(shipped, null, 2));
  for (const name of loadedByName(builtProgram(path.join(root, 'out', 'main')), Object.keys(dependencies))) {
    copyPackage(name, path.join(root, 'node_modules'), path.join(app, 'node_modules'), `${process.platform}-${process.arch}`);
  }
}

/** Packs Electron into an archive, because the packager accepts it only in the form in which it would download it. @param {string} work */
async function zipRuntime(work) {
  if (!onPath('zip')) throw new Stop('Packaging an Electron that was not downloaded needs zip.', 'sudo apt-get install -y zip');
  const folder = path.join(work, 'electron');
  mkdirSync(folder, { recursive: true });
  const zip = path.join(folder, `electron-v${electronVersion()}-${process.platform}-${process.arch}.zip`);
  const { code, output } = await capture('zip', ['-q', '-0', '-r', '-y', zip, '.'], { cwd: runtime });
  if (code !== 0) throw new Stop(`zip failed: ${output.trim()}`);
  return folder;
}

/** Writes the icon in the format of the platform. @param {string} work */
function writeIcon(work) {
  const pictures = [16, 32, 48, 64, 128, 256, 512].map((size) => ({
    size,
    png: readFileSync(path.join(root, 'resources', 'icon', `${size}.png`)),
  }));
  const [name, contents] = process.platform === 'darwin' ? ['icon.icns', icns(pictures)] : ['icon.ico', ico(pictures)];
  writeFileSync(path.join(work, name), contents);
  return path.join(work, name);
}

/** Sets Electron's fuses in the binary. docs/security.md gives the reason for each. @param {string} electron */
async function setFuses(electron) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(electron, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: process.platform === 'darwin',
    [FuseV1Options.RunAsNode]: true,
    [FuseV1Options.EnableCookieEncryption]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    // Electron checks it only on these two platforms.
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: process.platform !== 'linux',
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    [FuseV1Options.WasmTrapHandlers]: true,
  });
}
