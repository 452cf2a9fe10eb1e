import { removeElectronVariables } from '../base/child-environment';

/** Everything needed to start one run. */
export interface LaunchPlan {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** How the `claude` that was found is run. */
export interface ClaudeCommand {
  readonly command: string;
  /** What comes before the CLI's own arguments: the script, when the command is a runtime. */
  readonly argsBefore?: readonly string[];
  /** What it needs besides the inherited environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Which conversation a run serves. The ids are the CLI's, and UUIDs. */
export type Conversation =
  | { readonly kind: 'new'; readonly sessionId: string }
  | { readonly kind: 'resume'; readonly sessionId: string }
  | { readonly kind: 'fork'; readonly from: string; readonly sessionId: string };

export interface LaunchRequest {
  readonly claude: ClaudeCommand;
  readonly session: {
    readonly cwd: string;
    readonly conversation: Conversation;
    readonly model?: string;
    readonly permissionMode: 'default' | 'plan';
    /** Whether a person trusts the folder: its hooks and MCP servers run at start, with no question asked. */
    readonly trusted: boolean;
  };
  readonly runId: string;
  /** The shell for its commands; null leaves it to the CLI. */
  readonly shell: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Marks every process of a run, so that those that outlive it can be found. */
export const runVariable = 'SIGNALBOX_RUN';

/** What must hold for every command, because commands are judged by it. */
const commandEnvironment = (shell: string | null): Readonly<Record<string, string>> => ({
  // Without it the CLI's shell stays where an unasked `cd` left it.
  CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: '1',
  ...(shell === null ? {} : { CLAUDE_CODE_SHELL: shell }),
});

export function launchPlan({ claude, session, runId, shell, env }: LaunchRequest): LaunchPlan {
  // These win over the settings of the person and of the folder, whose `env` wins over the environment.
  const settings = {
    // Otherwise plan mode lets a classifier approve commands.
    useAutoModeDuringPlan: false,
    env: commandEnvironment(shell),
  };
  return {
    command: claude.command,
    args: [
      ...(claude.argsBefore ?? []),
      '-p',
      '--input-format=stream-json',
      '--output-format=stream-json',
      '--permission-prompt-tool=stdio',
      '--verbose',
      '--include-partial-messages',
      // Without it some versions start in a mode that asks nothing.
      `--permission-mode=${session.permissionMode}`,
      `--settings=${JSON.stringify(settings)}`,
      ...conversationArgs(session.conversation),
      ...(session.model === undefined ? [] : [`--model=${session.model}`]),
      ...trustArgs(session.trusted),
    ],
    env: {
      ...removeElectronVariables(env),
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
      ...claude.env,
      ...commandEnvironment(shell),
      [runVariable]: runId,
    },
    cwd: session.cwd,
  };
}

/** The same conversation with the CLI's own face, for a terminal. `env` is the terminal's. */
export function interactivePlan({ claude, session, env }: Omit<LaunchRequest, 'runId' | 'shell'>): LaunchPlan {
  return {
    command: claude.command,
    args: [
      ...(claude.argsBefore ?? []),
      `--permission-mode=${session.permissionMode}`,
      ...conversationArgs(session.conversation),
      ...(session.model === undefined ? [] : [`--model=${session.model}`]),
      ...trustArgs(session.trusted),
    ],
    env: { ...env, DISABLE_AUTOUPDATER: '1', ...claude.env },
    cwd: session.cwd,
  };
}

const trustArgs = (trusted: boolean): string[] => (trusted ? [] : ['--setting-sources=user', '--strict-mcp-config']);

/** Values are joined to their flags, so that none of them can be read as a flag. */
function conversationArgs(conversation: Conversation): string[] {
  switch (conversation.kind) {
    case 'new':
      return [`--session-id=${conversation.sessionId}`];
    case 'resume':
      return [`--resume=${conversation.sessionId}`];
    case 'fork':
      return [`--resume=${conversation.from}`, '--fork-session', `--session-id=${conversation.sessionId}`];
  }
}

/** How much each mode lets run without asking. "dontAsk" denies what it would have to ask for. */
const width = new Map([
  ['plan', 0],
  ['default', 1],
  ['manual', 1],
  ['dontAsk', 1],
  ['acceptEdits', 2],
  ['auto', 3],
  ['bypassPermissions', 3],
]);

/** Whether a run lets more happen than was asked for. A mode nobody knows counts as wider. */
export function modeIsWider(asked: string, got: string): boolean {
  return (width.get(got) ?? Number.POSITIVE_INFINITY) > (width.get(asked) ?? Number.NEGATIVE_INFINITY);
}

const oldestTested = '2.1.197';
const newestTested = '2.1.325';

/** A warning for people when the CLI is one we were not tested with. It never keeps anyone from using it. */
export function versionNotice(version: string | null): string | null {
  if (version === null) return 'The version of Claude Code could not be read. Signalbox may not understand all it does.';
  const range = `Signalbox was tested with ${oldestTested} to ${newestTested} and may not understand all it does.`;
  if (compareVersions(version, oldestTested) < 0) return `Claude Code ${version} is an older version. ${range}`;
  if (compareVersions(version, newestTested) > 0) return `Claude Code ${version} is a newer version. ${range}`;
  return null;
}

const compareVersions = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
