import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { readSmallFileSync } from '../base/regular-file';
import { whyNotExecutable } from './executable';
import { claudeFolder } from './past-sessions';

type Environment = Readonly<Record<string, string | undefined>>;

const Settings = z.looseObject({
  env: z.looseObject({ CLAUDE_CODE_SHELL: z.string().optional(), SHELL: z.string().optional() }),
});

const mostBytes = 1_000_000;

/** Where the CLI looks for a shell that is not on PATH. */
const folders = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/**
 * Finds the bash or zsh for a run's commands, in the order in which the CLI looks. Runs get it as `CLAUDE_CODE_SHELL`, so that
 * a folder's settings can't choose another shell: we can only judge commands in the language of these two. Null if there is
 * none, and on Windows, where the CLI finds bash in its own way.
 */
export function findCommandShell(
  env: Environment,
  { canRun = (file: string): boolean => whyNotExecutable(file) === null, settings = personalEnvironment, platform = process.platform } = {},
): string | null {
  if (platform === 'win32') return null;
  const own = settings(env);
  const login = own.SHELL ?? env.SHELL;
  const chosen = [own.CLAUDE_CODE_SHELL ?? env.CLAUDE_CODE_SHELL, login].filter((file) => file !== undefined);
  const names = login?.includes('bash') ? ['bash', 'zsh'] : ['zsh', 'bash'];
  const onPath = (env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const found = names.flatMap((name) => [...onPath, ...folders].map((folder) => path.join(folder, name)));
  return [...chosen, ...found].find((file) => path.isAbsolute(file) && /^(bash|zsh)$/.test(path.basename(file)) && canRun(file)) ?? null;
}

/** The environment variables in the person's own settings, which every session gets. */
function personalEnvironment(env: Environment): z.infer<typeof Settings>['env'] {
  const file = readSmallFileSync(path.join(claudeFolder(env, os.homedir()), 'settings.json'), mostBytes);
  try {
    return file.what === 'bytes' ? Settings.parse(JSON.parse(file.bytes.toString('utf8'))).env : {};
  } catch {
    return {};
  }
}
