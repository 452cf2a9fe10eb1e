import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build-output.mjs';
import { passThrough, root } from './command.mjs';
import { prepare } from './prepare.mjs';
import { runMain, Stop, say, sayTo } from './say.mjs';

const usage = `npm run -s tools -- new NAME [--in FOLDER]
npm run -s tools -- run NAME [--in FOLDER] [--args JSON] [--answers JSON]`;

/** The folder of all state, where Electron would have it: docs/reference.md. @param {NodeJS.ProcessEnv} env @param {string} platform @param {string} home */
export function dataFolder(env, platform, home) {
  if (env.SIGNALBOX_USER_DATA) return path.resolve(env.SIGNALBOX_USER_DATA);
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Signalbox');
  if (platform === 'win32') return path.join(env.APPDATA ?? path.join(home, 'AppData', 'Roaming'), 'Signalbox');
  return path.join(env.XDG_CONFIG_HOME || path.join(home, '.config'), 'Signalbox');
}

/** Where tools are: those of a project, or the person's own. @param {string | undefined} project */
const toolsIn = (project) =>
  project === undefined
    ? path.join(dataFolder(process.env, process.platform, os.homedir()), 'tools')
    : path.join(here(project), '.signalbox', 'tools');

/** npm runs scripts in the root of this project, wherever it was called. @param {string} file */
const here = (file) => path.resolve(process.env.INIT_CWD ?? process.cwd(), file);

/** Makes the folder of a tool. Returns it. @param {string} name @param {string} parent */
export function newTool(name, parent) {
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(name))
    throw new Stop('A tool’s name has small letters, digits and “-”.', 'npm run -s tools -- new delete-files');
  const folder = path.join(parent, name);
  if (existsSync(folder)) throw new Stop(`${folder} exists already.`, `npm run -s tools -- run ${name}`);
  mkdirSync(folder, { recursive: true });
  const resources = path.join(root, 'resources', 'tools');
  const template = readFileSync(path.join(resources, 'template', 'tool.ts'), 'utf8');
  const words = name.replaceAll('-', ' ');
  const code = template
    .replace('TOOL_NAME', name.replaceAll('-', '_'))
    .replace('TOOL_TITLE', words.charAt(0).toUpperCase() + words.slice(1));
  writeFileSync(path.join(folder, 'tool.ts'), code);
  cpSync(path.join(resources, 'template', 'tsconfig.json'), path.join(folder, 'tsconfig.json'));
  cpSync(path.join(resources, 'signalbox-tools.d.ts'), path.join(folder, 'signalbox-tools.d.ts'));
  return folder;
}

/** Finds the folder of a tool by a path or by its name. @param {string} name @param {string} parent */
function findTool(name, parent) {
  const isPath = name.includes('/') || name.includes(path.sep);
  const folder = isPath ? here(name) : path.join(parent, name);
  if (!existsSync(folder)) throw new Stop(`There is no folder ${folder}.`, isPath ? undefined : `npm run -s tools -- new ${name}`);
  return folder;
}

/** @param {string} option @param {string | undefined} text @param {unknown} missing */
function parseJson(option, text, missing) {
  if (text === undefined) return missing;
  try {
    return JSON.parse(text);
  } catch {
    throw new Stop(
      `What follows ${option} is not JSON.`,
      option === '--args' ? `npm run -s tools -- run NAME --args '{"files":["a"]}'` : undefined,
    );
  }
}

/** @param {string[]} words */
async function main(words) {
  sayTo(process.stderr);
  const { values, positionals } = parseWords(words);
  const [command, name] = positionals;
  if (name === undefined || positionals.length > 2) throw new Stop(`Use it like this:\n${usage}`);
  const parent = toolsIn(values.in);
  if (command === 'new') {
    const folder = newTool(name, parent);
    process.stdout.write(`${folder}\n`);
    say(`open tool.ts in it, and try it: npm run -s tools -- run ${values.in === undefined ? name : folder} --args '{"name":"Ann"}'`);
    return 0;
  }
  if (command !== 'run') throw new Stop(`There is no command “${command}”. Use it like this:\n${usage}`);
  const folder = findTool(name, parent);
  const args = parseJson('--args', values.args, {});
  const answers = parseJson('--answers', values.answers, null);
  const electron = await prepare({ display: false });
  await ensureBuilt();
  const options = JSON.stringify({ folder, cwd: here('.'), args, answers });
  return passThrough(electron, [path.join(root, 'out', 'main', 'run-tool.js'), options], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
}

/** @param {string[]} args */
function parseWords(args) {
  try {
    return parseArgs({
      args,
      options: { in: { type: 'string' }, args: { type: 'string' }, answers: { type: 'string' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

if (process.argv[1] === import.meta.filename) await runMain(() => main(process.argv.slice(2)));
