import type { Ask, AskKind } from '../../shared/ask';
import { askerTitle, isOver } from '../../shared/interaction';
import { escapeInvisible } from '../../shared/invisible';
import { needsLook } from '../../shared/needs-look';
import type { SessionSummary } from '../../shared/session';
import { folderName } from '../../shared/session-words';
import { Tool } from '../../shared/tools';
import { toolName } from '../base/tool-summary';

/** The name of an ask in the transcript. */
export const cardNames: Readonly<Record<AskKind, (ask: Pick<Ask, 'tool'>) => string>> = {
  permission: ({ tool }) => `Permission request: ${escapeInvisible(tool)}`,
  question: () => 'Question',
  plan: () => 'Plan',
  form: () => 'Form',
};

/** The name of an ask's dialog. */
export const dialogNames: Readonly<Record<AskKind, (ask: Ask) => string>> = {
  permission: () => 'Permission required',
  question: () => 'Claude is asking',
  plan: () => 'Plan ready',
  form: promptName,
};

/** The heading of an ask. */
export const headings: Readonly<Record<AskKind, (ask: Ask) => string>> = {
  permission: (ask) => (ask.interaction ? promptName(ask) : `Claude wants to use ${escapeInvisible(toolName(ask.tool))}`),
  question: () => 'Claude is asking',
  plan: () => 'Claude has a plan',
  form: promptName,
};

/** Names a prompt after who asks: a tool by its title, an MCP server by its name. */
function promptName({ interaction }: Pick<Ask, 'interaction'>): string {
  return interaction === null ? 'Form' : escapeInvisible(askerTitle(interaction.origin));
}

/** Whether an ask is about a tool call. Its summary may have code in it; the text of a prompt is only text. */
export const isCall = ({ kind, interaction }: Pick<Ask, 'kind' | 'interaction'>): boolean => kind === 'permission' && interaction === null;

/** What kind of answer an ask wants, in a list. */
export function kindWords(ask: Ask): string {
  if (ask.interaction) return promptName(ask);
  switch (ask.kind) {
    case 'permission':
      return escapeInvisible(toolName(ask.tool));
    case 'question':
      return 'Question';
    case 'plan':
      return 'Plan';
    default:
      return 'Form';
  }
}

/** Describes a call in one line. A command is shown in full below, so its line says only where it runs. */
export function describeCall({ tool, input, summary }: Ask, session: Pick<SessionSummary, 'folder' | 'demo'>): string {
  if (tool !== Tool.Bash) return summary;
  const folder = session.demo ? 'the demo agent’s folder' : escapeInvisible(folderName(session.folder));
  return `Runs this command ${input.run_in_background === true ? 'in the background, ' : ''}in ${folder}`;
}

/** Names the subagent that asks; null if the session itself asks. */
export const describeSubagent = ({ agentId, agentName }: Ask): string | null =>
  agentId === null ? null : agentName === null ? 'from a subagent' : `from the subagent “${agentName}”`;

export const noteWords: Readonly<Record<NonNullable<Ask['note']>, string>> = {
  'run-ended': 'Its run ended while this waited. Answer it as before: Claude goes on with the same call, or is told that it was not made.',
  'app-restarted':
    'The app restarted while this waited. Answer it as before: Claude goes on with the same call, or is told that it was not made.',
  'may-have-run':
    'This was answered when the run or the app ended, and may already have run. Nothing is sent again unless you answer once more.',
  overdue: 'Its time ran out. It goes on waiting for you.',
  late: 'Its time ran out, and Claude was told that you will answer later. Your answer reaches it as a message.',
};

/** A tool ends its call before the answer when it wants to, not only when the time is up. */
export const latePromptWords = 'Claude was told that you will answer later. Your answer reaches it as a message.';

/** Says why a key can't allow a closed row of the inbox; null if it can, or if the ask takes another kind of answer. */
export function lookWords(ask: Ask): string | null {
  if (ask.interaction && isOver(ask.interaction, ask.note)) return 'can’t go on';
  if (needsThought(ask)) return 'look twice';
  if (ask.note === 'may-have-run') return 'may have run';
  return ask.kind === 'permission' && needsLook(ask) ? 'open to read' : null;
}

/** Whether a call may be allowed only with all of it in view, and never by Enter: it is marked, or Claude Code asks for that. */
export const needsThought = ({ marks, defaultToNo }: Ask): boolean => marks.length > 0 || defaultToNo;
