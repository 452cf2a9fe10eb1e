/** Finds the libraries and programs that Electron, the virtual display and the tests need on Linux. Missing ones are installed or named. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { capture, onPath, unreachable } from './command.mjs';
import { longStep, Stop } from './say.mjs';

/** Shared library -> the Debian package that holds it. */
const debianPackages = {
  'libglib-2.0.so.0': 'libglib2.0-0',
  'libgobject-2.0.so.0': 'libglib2.0-0',
  'libgio-2.0.so.0': 'libglib2.0-0',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libsmime3.so': 'libnss3',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libcups.so.2': 'libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libcairo.so.2': 'libcairo2',
  'libgtk-3.so.0': 'libgtk-3-0',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libX11.so.6': 'libx11-6',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libXrandr.so.2': 'libxrandr2',
  'libgbm.so.1': 'libgbm1',
  'libexpat.so.1': 'libexpat1',
  'libxcb.so.1': 'libxcb1',
  'libxkbcommon.so.0': 'libxkbcommon0',
  'libudev.so.1': 'libudev1',
  'libasound.so.2': 'libasound2',
  // They are loaded at run time, so ldd does not list them.
  'libnotify.so.4': 'libnotify4',
  'libsecret-1.so.0': 'libsecret-1-0',
  'libX11-xcb.so.1': 'libx11-xcb1',
  'libXcursor.so.1': 'libxcursor1',
};
const openedWhileRunning = ['libnotify.so.4', 'libsecret-1.so.0', 'libX11-xcb.so.1', 'libXcursor.so.1'];

/** Program -> the Debian package that holds it. */
const displayPrograms = { Xvfb: 'xvfb' };
/** A session bus, a notification daemon whose actions can be invoked, and a tool that presses keys for the whole desktop. */
const desktopPrograms = { 'dbus-daemon': 'dbus', dunst: 'dunst', xdotool: 'xdotool' };
/** The shells that the judge is compared with, the tools that confine them, and what the examples in docs/api.md use. */
const shellPrograms = { bash: 'bash', zsh: 'zsh', unshare: 'util-linux', setpriv: 'util-linux', mount: 'mount', curl: 'curl' };
const programPackages = { ...displayPrograms, ...desktopPrograms, ...shellPrograms };

/** Debian 13 and Ubuntu 24.04 renamed these packages to end in t64, when they changed to 64-bit times. */
const renamed = new Set(['libglib2.0-0', 'libatk1.0-0', 'libatk-bridge2.0-0', 'libatspi2.0-0', 'libcups2', 'libgtk-3-0', 'libasound2']);

/** The dependencies of our package, under either name. */
export const debianDependencies = () =>
  [...new Set(Object.values(debianPackages))].sort().map((name) => (renamed.has(name) ? `${name} | ${name}t64` : name));

/**
 * @param {string} electron the executable
 * @param {{ display: boolean, desktop?: boolean, shells?: boolean }} needs whether a virtual display will be started, a desktop
 * session in it, and the judge compared with the real shells
 */
export async function ensureSystemLibraries(electron, { display, desktop = false, shells = false }) {
  if (process.platform !== 'linux') return;
  const libraries = await missingLibraries(electron);
  const wanted = [
    ...(display ? Object.keys(displayPrograms) : []),
    ...(desktop ? Object.keys(desktopPrograms) : []),
    ...(shells ? Object.keys(shellPrograms) : []),
  ];
  const programs = wanted.filter((name) => !onPath(name));
  const packages = await Promise.all(packagesFor(libraries, programs).map(nameHere));
  if (packages.length === 0) return;

  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages];
  const needs = needsSentence(libraries, programs);
  if (!onPath('apt-get')) throw new Stop(`${needs} Install it with this system’s package manager.`);
  if (process.getuid?.() !== 0) throw new Stop(needs, `sudo ${install.join(' ')}`);
  const output = await longStep(`installing ${packages.length} system packages with apt-get`, async () => {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const update = await capture('apt-get', ['update', '-qq'], { env: environment });
    const result = await capture('apt-get', install.slice(1), { env: environment });
    return result.code === 0 ? null : update.output + result.output;
  });
  if (output !== null) {
    const offline = unreachable(output) || /Could not resolve|Failed to fetch|Unable to locate/.test(output);
    throw new Stop(
      offline
        ? 'Debian’s packages can’t be reached. Check the network, then try again.'
        : `apt-get failed: ${output.trim().split('\n').at(-1) ?? ''}`,
      install.join(' '),
    );
  }
}

/** The libraries and programs that are missing on this system. @param {string[]} libraries @param {string[]} programs */
export function needsSentence(libraries, programs) {
  const tests = programs.filter((name) => Object.hasOwn(desktopPrograms, name));
  const shells = programs.filter((name) => Object.hasOwn(shellPrograms, name));
  return [
    libraries.length > 0 ? `Electron needs ${libraries.join(', ')}.` : '',
    programs.includes('Xvfb') ? 'A virtual display needs Xvfb.' : '',
    tests.length > 0 ? `The tests of the desktop need ${tests.join(', ')}.` : '',
    shells.length > 0 ? `The comparison with the real shells needs ${shells.join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** @param {string[]} libraries @param {string[]} programs */
export function packagesFor(libraries, programs) {
  const known = /** @type {Record<string, string>} */ ({ ...debianPackages, ...programPackages });
  const missing = [...libraries, ...programs];
  const unknown = missing.filter((name) => !known[name]);
  if (unknown.length > 0) throw new Stop(`Electron needs ${unknown.join(', ')}, and no package is known for it here.`);
  return [...new Set(missing.map((name) => known[name] ?? ''))];
}

/** @param {string} electron */
async function missingLibraries(electron) {
  const dist = path.dirname(electron);
  const linked = await capture('ldd', [electron], { env: { ...process.env, LD_LIBRARY_PATH: dist } });
  const missing = [...linked.output.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? '');
  const cache = await capture('ldconfig', ['-p'], { env: { ...process.env, PATH: `${process.env.PATH}:/sbin:/usr/sbin` } });
  if (cache.code === 0) missing.push(...openedWhileRunning.filter((library) => !cache.output.includes(library)));
  return missing;
}

/** Newer Debian and Ubuntu renamed several libraries to *t64. @param {string} name */
async function nameHere(name) {
  if (!existsSync('/usr/bin/apt-cache')) return name;
  const exists = async (/** @type {string} */ candidate) =>
    /Candidate: (?!\(none\))/.test((await capture('apt-cache', ['policy', candidate])).output);
  return !(await exists(name)) && (await exists(`${name}t64`)) ? `${name}t64` : name;
}
