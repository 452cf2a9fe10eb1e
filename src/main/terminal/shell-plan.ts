import { removeElectronVariables } from '../base/child-environment';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What to run in a terminal. */
export interface TerminalPlan {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
}

interface Machine {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** The account's own shell, for an app that was started without a SHELL. */
  readonly accountShell: string | null;
}

/** The person's login shell in a folder. */
export function shellPlan(cwd: string, { env, platform, accountShell }: Machine): TerminalPlan {
  const shared = { env: terminalEnvironment(env), cwd };
  if (platform === 'win32') return { ...shared, command: 'powershell.exe', args: [] };
  return { ...shared, command: env.SHELL || accountShell || '/bin/sh', args: ['-l'] };
}

/** As a terminal of the desktop would set it: nothing in it tells a program that it was started by this app. */
export function terminalEnvironment(env: Environment): Environment {
  const byNpm = env.npm_lifecycle_event !== undefined;
  const kept = Object.entries(removeElectronVariables(env)).filter(
    ([name]) => !name.startsWith('SIGNALBOX_') && !otherTerminal.has(name) && !(byNpm && (name.startsWith('npm_') || name === 'INIT_CWD')),
  );
  return { ...Object.fromEntries(kept), TERM: 'xterm-256color', COLORTERM: 'truecolor', TERM_PROGRAM: 'Signalbox' };
}

/** Facts about the terminal that the app itself was started from. */
const otherTerminal = new Set([
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
