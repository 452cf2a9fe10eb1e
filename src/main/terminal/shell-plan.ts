import { removeElectronVariables } from '../base/child-environment';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The process to start in a terminal. */
export interface TerminalPlan {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
}

interface Machine {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** The shell of the user's account, used when the app was started without SHELL. */
  readonly accountShell: string | null;
}

/** Plans the user's login shell in a folder. */
export function planShell(cwd: string, { env, platform, accountShell }: Machine): TerminalPlan {
  const shared = { env: terminalEnvironment(env), cwd };
  if (platform === 'win32') return { ...shared, command: 'powershell.exe', args: [] };
  return { ...shared, command: env.SHELL || accountShell || '/bin/sh', args: ['-l'] };
}

/** Returns the environment that a desktop terminal would set, without traces of this app. */
export function terminalEnvironment(env: Environment): Environment {
  const startedByNpm = env.npm_lifecycle_event !== undefined;
  const kept = Object.entries(removeElectronVariables(env)).filter(
    ([name]) =>
      !name.startsWith('SIGNALBOX_') &&
      !hostTerminalVariables.has(name) &&
      !(startedByNpm && (name.startsWith('npm_') || name === 'INIT_CWD')),
  );
  return { ...Object.fromEntries(kept), TERM: 'xterm-256color', COLORTERM: 'truecolor', TERM_PROGRAM: 'Signalbox' };
}

/** Variables that describe the terminal that the app itself was started from. */
const hostTerminalVariables = new Set([
  'TERM_PROGRAM_VERSION',
  'TERM_SESSION_ID',
  'VTE_VERSION',
  'WINDOWID',
  'COLUMNS',
  'LINES',
  'TMUX',
  'TMUX_PANE',
  'STY',
]);
