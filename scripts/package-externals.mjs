/** The dependencies that the build leaves outside its bundle because they hold native code: they ship as folders of their own. */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Stop } from './say.mjs';

/** Headers that native code was compiled with: nothing is loaded from it. */
const onlyForCompiling = new Set(['node-addon-api']);

/** Sources, tests, maps and the like. */
const notRun = /(^|[\\/])(src|third_party|scripts|typings|deps|binding\.gyp)$|\.(map|pdb|md)$|\.test\.js$/;

/** Which of the dependencies a built program loads by name. @param {string} program @param {string[]} dependencies */
export function loadedByName(program, dependencies) {
  const loads = (/** @type {string} */ name) =>
    new RegExp(`(?:from|import|require)\\s*\\(?\\s*["'\`]${quoted(name)}(?:/[^"'\`]*)?["'\`]`).test(program);
  return dependencies.filter(loads);
}

const quoted = (/** @type {string} */ name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Everything the main process was built into. @param {string} folder */
export const builtProgram = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');

/**
 * Copies what runs of a package, with the native code for one platform.
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
