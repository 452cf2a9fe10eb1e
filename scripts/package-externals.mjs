/** Dependencies with native code, which can't be bundled. They ship as separate folders. */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Stop } from './say.mjs';

/** A package with headers for compiling native code. Nothing is loaded from it at run time. */
const onlyForCompiling = new Set(['node-addon-api']);

/** Files that are not needed at run time: sources, tests, maps and similar. */
const notRun = /(^|[\\/])(src|third_party|scripts|typings|deps|binding\.gyp)$|\.(map|pdb|md)$|\.test\.js$/;

/** Which of the dependencies a built program loads by name. @param {string} program @param {string[]} dependencies */
export function loadedByName(program, dependencies) {
  const loads = (/** @type {string} */ name) =>
    new RegExp(`(?:from|import|require)\\s*\\(?\\s*["'\`]${quoted(name)}(?:/[^"'\`]*)?["'\`]`).test(program);
  return dependencies.filter(loads);
}

const quoted = (/** @type {string} */ name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** All the code of the built main process. @param {string} folder */
export const builtProgram = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');

/**
 * Copies the files of a package that are needed at run time, with the native code for one platform.
 * @param {string} name @param {string} modules @param {string} into @param {string} target as in `linux-x64`
 */
export function copyPackage(name, modules, into, target) {
  const home = path.join(modules, name);
  const { dependencies = {} } = /** @type {{ dependencies?: Record<string, string> }} */ (
    JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'))
  );
  const missing = Object.keys(dependencies).filter((needed) => !onlyForCompiling.has(needed));
  if (missing.length > 0) throw new Stop(`${name} loads ${missing.join(', ')}, which the package would not carry.`);
  if (existsSync(path.join(home, 'prebuilds')) && !existsSync(path.join(home, 'prebuilds', target))) {
    throw new Stop(`${name} has no native code for ${target}.`);
  }
  cpSync(home, path.join(into, name), {
    recursive: true,
    filter: (source) => {
      const [top, platform] = path.relative(home, source).split(path.sep);
      const elsewhere = top === 'prebuilds' && platform !== undefined && platform !== target;
      return !elsewhere && !notRun.test(path.relative(home, source));
    },
  });
}
