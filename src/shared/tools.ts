/** The tools that the app knows: the CLI's, and the app's own. No other file in src spells these names (test/boundaries.test.ts). */
export const Tool = {
  Bash: 'Bash',
  PowerShell: 'PowerShell',
  Monitor: 'Monitor',
  REPL: 'REPL',
  Edit: 'Edit',
  MultiEdit: 'MultiEdit',
  Write: 'Write',
  NotebookEdit: 'NotebookEdit',
  Read: 'Read',
  NotebookRead: 'NotebookRead',
  Grep: 'Grep',
  Glob: 'Glob',
  LS: 'LS',
  LSP: 'LSP',
  WebFetch: 'WebFetch',
  WebSearch: 'WebSearch',
  Artifact: 'Artifact',
  Projects: 'Projects',
  RemoteTrigger: 'RemoteTrigger',
  PushNotification: 'PushNotification',
  Task: 'Task',
  Agent: 'Agent',
  TodoWrite: 'TodoWrite',
  TaskCreate: 'TaskCreate',
  TaskUpdate: 'TaskUpdate',
  TaskList: 'TaskList',
  TaskGet: 'TaskGet',
  Skill: 'Skill',
  SlashCommand: 'SlashCommand',
  ExitWorktree: 'ExitWorktree',
  /** Not a tool of the CLI: our name for letting in messages of other sessions, which are asked about like a call. */
  ReceiveMessage: 'ReceiveMessage',
  AskUserQuestion: 'AskUserQuestion',
  ExitPlanMode: 'ExitPlanMode',
  /** The tools that the app itself offers to Claude. */
  AskUser: 'mcp__signalbox__ask_user',
  RequestApproval: 'mcp__signalbox__request_approval',
  NotifyUser: 'mcp__signalbox__notify_user',
  ShowUser: 'mcp__signalbox__show_user',
} as const;
export type Tool = (typeof Tool)[keyof typeof Tool];

export type ToolKind =
  /** Runs a command line. */
  | 'command'
  /** Runs a command or code in a way of its own. */
  | 'code'
  /** Writes the file it names. */
  | 'edit'
  /** Reads the file it names. */
  | 'read'
  /** Looks through the folder it names. */
  | 'search'
  /** Asks a language server. */
  | 'symbols'
  /** Fetches a page or searches the web. */
  | 'web'
  /** Sends something to a service of Anthropic's, or fetches from one. */
  | 'remote'
  | 'subagent'
  /** Writes the whole task list. */
  | 'task-list'
  /** Adds, changes or reads single tasks. Newer CLIs have these instead of TodoWrite. */
  | 'task'
  | 'skill'
  | 'worktree'
  | 'question'
  | 'plan'
  /** Asks the person by a prompt of ours. */
  | 'interaction'
  /** Shows the person something in the transcript. */
  | 'show'
  /** Tells the person something on the desktop. */
  | 'notify'
  /** A tool of an MCP server. */
  | 'mcp'
  | 'other';

const kinds: Readonly<Record<Tool, ToolKind>> = {
  Bash: 'command',
  PowerShell: 'command',
  Monitor: 'code',
  REPL: 'code',
  Edit: 'edit',
  MultiEdit: 'edit',
  Write: 'edit',
  NotebookEdit: 'edit',
  Read: 'read',
  NotebookRead: 'read',
  Grep: 'search',
  Glob: 'search',
  LS: 'search',
  LSP: 'symbols',
  WebFetch: 'web',
  WebSearch: 'web',
  Artifact: 'remote',
  Projects: 'remote',
  RemoteTrigger: 'remote',
  PushNotification: 'remote',
  /** `Task` is the older name of `Agent`, and no task of a task list. */
  Task: 'subagent',
  Agent: 'subagent',
  TodoWrite: 'task-list',
  TaskCreate: 'task',
  TaskUpdate: 'task',
  TaskList: 'task',
  TaskGet: 'task',
  Skill: 'skill',
  SlashCommand: 'skill',
  ExitWorktree: 'worktree',
  ReceiveMessage: 'other',
  AskUserQuestion: 'question',
  ExitPlanMode: 'plan',
  [Tool.AskUser]: 'interaction',
  [Tool.RequestApproval]: 'interaction',
  [Tool.NotifyUser]: 'notify',
  [Tool.ShowUser]: 'show',
};

const kindByName: ReadonlyMap<string, ToolKind> = new Map(Object.entries(kinds));

export const toolKind = (name: string): ToolKind => kindByName.get(name) ?? (parseMcpTool(name) ? 'mcp' : 'other');

export const toolsOfKind = (...wanted: readonly ToolKind[]): ReadonlySet<string> =>
  new Set([...kindByName].flatMap(([name, kind]) => (wanted.includes(kind) ? [name] : [])));

export const editTools = toolsOfKind('edit');
/** Tools that read the file or folder they name. */
export const readTools = toolsOfKind('read', 'search');
export const searchTools = toolsOfKind('search');
const fileTools = toolsOfKind('edit', 'read', 'search');

/** Whether a tool reads or writes the file or folder it names. */
export const isFileTool = (name: string): boolean => fileTools.has(name);

/** The kind of ask that a call of a tool becomes. Only a person can answer a question or a plan. */
export function askKindOf(name: string): 'question' | 'plan' | 'permission' {
  const kind = toolKind(name);
  return kind === 'question' || kind === 'plan' ? kind : 'permission';
}

/** Splits `mcp__server__tool`. Null for a tool of the CLI itself. */
export function parseMcpTool(name: string): { server: string; tool: string } | null {
  const match = /^mcp__(.+?)__(.+)$/s.exec(name);
  return match?.[1] && match[2] ? { server: match[1], tool: match[2] } : null;
}

/** The name under which the CLI asks about a server's tool. */
export const mcpToolName = (server: string, tool: string): string => `mcp__${mcpNamePart(server)}__${mcpNamePart(tool)}`;

/** A server's or tool's name as the CLI spells it inside `mcp__server__tool`: `_` replaces every other character. */
export const mcpNamePart = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, '_');

/** The start that all tools of a server share, when a rule names a whole server: `mcp__server` or `mcp__server__*`. */
export function mcpServerPrefix(ruleTool: string): string | null {
  const server = /^(mcp__(?:(?!__).)+)(__\*)?$/.exec(ruleTool)?.[1];
  return server === undefined ? null : `${server}__`;
}
