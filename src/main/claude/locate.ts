import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeElectronVariables } from '../base/child-environment';
import { type HostSystem, pathFor, placesOnPath, usualPlaces } from './claude-places';
import { commandFor, expandHome, whyNotExecutable } from './executable';
import type { ClaudeCommand } from './launch-plan';
import { loginShellPath } from './login-shell';
import { versionIn } from './try-claude';

export interface FoundClaude extends Required<ClaudeCommand> {
  readonly found: true;
  readonly from: 'SIGNALBOX_CLAUDE' | 'Settings' | 'PATH' | 'login shell' | 'usual place';
  /** Null when it printed none. */
  readonly version: string | null;
}

export interface NoClaude {
  readonly found: false;
  /** What is wrong with the `claude` that the person named; null when they named none. */
  readonly problem: string | null;
  readonly looked: readonly string[];
}

export interface LocateOptions extends Partial<HostSystem> {
  readonly settingsPath?: string | null;
  /** The person's login shell. */
  readonly shell?: string | null;
  /** The runtime for a script: our own, run as plain Node. */
  readonly nodePath?: string;
  readonly timeoutMs?: number;
}

/** Finds the `claude` to run. If a person named one that can't be run, that is an error, and no other is tried. */
export async function locateClaude({
  platform = process.platform,
  home = os.homedir(),
  env = process.env,
  settingsPath = null,
  shell = env.SHELL ?? os.userInfo().shell,
  nodePath = process.execPath,
  timeoutMs = 5_000,
}: LocateOptions = {}): Promise<FoundClaude | NoClaude> {
  const system = { platform, home, env };
  const named = [
    { from: 'SIGNALBOX_CLAUDE', file: env.SIGNALBOX_CLAUDE },
    { from: 'Settings', file: settingsPath },
  ] as const;
  for (const { from, file } of named) {
    if (!file) continue;
    const claude = commandFor(expandHome(file, home), { platform, nodePath });
    if (typeof claude !== 'string') return found(from, claude);
    return { found: false, problem: `The claude named in ${from} can’t be run: ${claude}.`, looked: [file] };
  }

  const looked: string[] = [];
  const firstOf = (files: readonly string[]): string | undefined => {
    looked.push(...files);
    return files.find((file) => whyNotExecutable(file) === null);
  };
  const searchPath = env.PATH ?? env.Path ?? '';
  const onPath = firstOf(placesOnPath(searchPath, system));
  if (onPath) return found('PATH', { command: onPath });

  const shellPath = shell && platform !== 'win32' ? await loginShellPath({ shell, env: removeElectronVariables(env), timeoutMs }) : null;
  const inShell = shellPath && firstOf(placesOnPath(shellPath, system));
  // It gets the shell's PATH, where a script finds its runtime.
  if (shellPath && inShell) return found('login shell', { command: inShell, env: { PATH: shellPath } });

  const usual = firstOf(usualPlaces(system, nvmVersions(home)));
  const { delimiter, dirname } = pathFor(platform);
  if (usual) return found('usual place', { command: usual, env: { PATH: [dirname(usual), shellPath ?? searchPath].join(delimiter) } });
  return { found: false, problem: null, looked: [...new Set(looked)] };

  async function found(from: FoundClaude['from'], { command, argsBefore = [], env: added = {} }: ClaudeCommand): Promise<FoundClaude> {
    const version = await readVersion(command, [...argsBefore, '--version'], { ...removeElectronVariables(env), ...added });
    return { found: true, command, argsBefore, env: added, from, version };
  }
}

function nvmVersions(home: string): string[] {
  try {
    return readdirSync(path.join(home, '.nvm/versions/node')).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  } catch {
    return [];
  }
}

function readVersion(command: string, args: string[], env: Record<string, string | undefined>): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { env, timeout: 10_000, killSignal: 'SIGKILL', windowsHide: true } as const;
    const child = execFile(command, args, options, (_error, stdout) => resolve(versionIn(stdout)));
    child.stdin?.end();
  });
}
