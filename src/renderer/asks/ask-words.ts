import type { Ask, AskKind } from '../../shared/ask';
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
};

/** The name of an ask's dialog. */
export const dialogNames: Readonly<Record<AskKind, (ask: Ask) => string>> = {
  permission: () => 'Permission required',
  question: () => 'Claude is asking',
  plan: () => 'Plan ready',
};

/** What an ask is about, in a few words. */
export const headings: Readonly<Record<AskKind, (ask: Ask) => string>> = {
  permission: ({ tool }) => `Claude wants to use ${escapeInvisible(toolName(tool))}`,
  question: () => 'Claude is asking',
  plan: () => 'Claude has a plan',
};

/** What a call would do, in one line. A command stands below as it is, so of that it says where it runs. */
export function doesWhat({ tool, input, summary }: Ask, session: Pick<SessionSummary, 'folder' | 'demo'>): string {
  if (tool !== Tool.Bash) return summary;
  const folder = session.demo ? 'the demo agent’s folder' : escapeInvisible(folderName(session.folder));
  return `Runs this command ${input.run_in_background === true ? 'in the background, ' : ''}in ${folder}`;
}

/** Which subagent of the session asks; null when it is the session itself. */
export const fromWhom = ({ agentId, agentName }: Ask): string | null =>
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

/** Why a closed row of the inbox can't be allowed by a key; null when it can, or when it is answered in another way. */
export function lookWords(ask: Ask): string | null {
  if (needsThought(ask)) return 'look twice';
  if (ask.note === 'may-have-run') return 'may have run';
  return ask.kind === 'permission' && needsLook(ask) ? 'open to read' : null;
}

/** Such calls can be allowed only where the whole of them is in view, and never by Enter: marked ones, and where Claude Code says so. */
export const needsThought = ({ marks, defaultToNo }: Ask): boolean => marks.length > 0 || defaultToNo;
