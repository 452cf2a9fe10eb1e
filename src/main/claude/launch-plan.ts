import { mcpToolName } from '../../shared/tools';
import { removeElectronVariables } from '../base/child-environment';

/** How long a call of one of our own tools may take. */
export const longestCallMs = 24 * 60 * 60_000;

/** Everything needed to start one run. */
export interface LaunchPlan {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** How to run the `claude` that was found. */
export interface ClaudeCommand {
  readonly command: string;
  /** Arguments before the CLI's own: the script, when the command is a runtime. */
  readonly argsBefore?: readonly string[];
  /** Variables to add to the inherited environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Null when it does not say. */
  readonly version?: string | null;
}

/** Which conversation a run serves. The ids are the CLI's UUIDs. */
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
    /** Whether a person trusts the folder. If so, its hooks and MCP servers run at start, and nobody is asked. */
    readonly trusted: boolean;
  };
  readonly runId: string;
  /** The names of the tools that are part of the app. */
  readonly builtInTools: readonly string[];
  /** The shell for its commands; null lets the CLI choose. */
  readonly shell: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** All processes of a run inherit this variable, so that those which outlive the run can be found. */
export const runVariable = 'SIGNALBOX_RUN';

/** Our judgement of commands depends on these variables. */
const commandEnvironment = (shell: string | null): Readonly<Record<string, string>> => ({
  // Without this, a `cd` that nobody was asked about changes the folder of the next command.
  CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: '1',
  ...(shell === null ? {} : { CLAUDE_CODE_SHELL: shell }),
});

export function launchPlan({ claude, session, runId, builtInTools, shell, env }: LaunchRequest): LaunchPlan {
  // These override the settings of the person and of the folder, whose `env` overrides the environment.
  const settings = {
    // Otherwise plan mode lets a classifier approve commands.
    useAutoModeDuringPlan: false,
    // Otherwise any session of the person's can make this one act, and nobody is asked.
    crossSessionInbound: 'hold',
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
      ...ownToolArgs(builtInTools),
      // Without this, some versions start in a mode that never asks.
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

/** The name of the app's own MCP server. Claude sees its tools as `mcp__signalbox__<tool>`. */
export const ownServer = 'signalbox';

/**
 * Offers the app's own tools. The built-in ones need no permission, because they themselves ask when a person must decide. Each is
 * named: 2.1.197 reads `mcp__signalbox` as any server whose name begins like that.
 */
const ownToolArgs = (builtInTools: readonly string[]): string[] => [
  // A form may stay open for a day. `alwaysLoad`: newer versions hide tools of MCP servers until Claude searches for them.
  `--mcp-config=${JSON.stringify({ mcpServers: { [ownServer]: { type: 'sdk', name: ownServer, timeout: longestCallMs, alwaysLoad: true } } })}`,
  `--allowedTools=${builtInTools.map((tool) => mcpToolName(ownServer, tool)).join(',')}`,
];

/** The plan to continue the conversation in a terminal, with the CLI's own interface. `env` is the terminal's. */
export function interactivePlan({ claude, session, env }: Omit<LaunchRequest, 'runId' | 'builtInTools' | 'shell'>): LaunchPlan {
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

/** Values are joined to their flags, so that no value can be read as a flag. */
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

/** How much each mode allows without asking. `dontAsk` denies instead of asking. */
const width = new Map([
  ['plan', 0],
  ['default', 1],
  ['manual', 1],
  ['dontAsk', 1],
  ['acceptEdits', 2],
  ['auto', 3],
  ['bypassPermissions', 3],
]);

/** Whether a run allows more without asking than it was started for. An unknown mode counts as wider. */
export function modeIsWider(asked: string, got: string): boolean {
  return (width.get(got) ?? Number.POSITIVE_INFINITY) > (width.get(asked) ?? Number.NEGATIVE_INFINITY);
}
