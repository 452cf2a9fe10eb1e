/** How a call is drawn. */
export type ToolKind = 'command' | 'change' | 'look' | 'web' | 'tasks' | 'subagent' | 'plan' | 'question' | 'other';

const kinds: Readonly<Record<string, ToolKind>> = {
  Bash: 'command',
  PowerShell: 'command',
  Edit: 'change',
  MultiEdit: 'change',
  Write: 'change',
  NotebookEdit: 'change',
  Read: 'look',
  NotebookRead: 'look',
  Grep: 'look',
  Glob: 'look',
  LS: 'look',
  LSP: 'look',
  WebFetch: 'web',
  WebSearch: 'web',
  TodoWrite: 'tasks',
  Task: 'subagent',
  Agent: 'subagent',
  ExitPlanMode: 'plan',
  AskUserQuestion: 'question',
};

export const toolKind = (name: string): ToolKind => kinds[name] ?? 'other';
