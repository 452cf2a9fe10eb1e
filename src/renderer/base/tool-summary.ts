import { parseMcpTool, Tool } from '../../shared/tools';
import { truncateLine } from '../../shared/truncate';

type Input = Readonly<Record<string, unknown>>;

/** The input fields that describe a call best, most useful first. */
const summaryFields = [
  'command',
  'file_path',
  'notebook_path',
  'url',
  'query',
  'pattern',
  'path',
  'description',
  'prompt',
  'skill',
  'subject',
  'plan',
];
const maxLength = 160;

/** Summarizes a call's input in one line, by its most useful field. */
export function toolSummary(input: Input): string {
  const field = summaryFields.map((name) => input[name]).find((value) => typeof value === 'string' && value.trim() !== '');
  const text = typeof field === 'string' ? field : (questionsIn(input) ?? (Object.keys(input).length === 0 ? '' : JSON.stringify(input)));
  return truncateLine(text.replaceAll(/\s+/g, ' ').trim(), maxLength);
}

/** The questions of an AskUserQuestion call. */
function questionsIn({ questions }: Input): string | null {
  if (!Array.isArray(questions)) return null;
  const asked = questions.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'question' in one && typeof one.question === 'string' ? [one.question] : [],
  );
  return asked.length > 0 ? asked.join(' ') : null;
}

const ownToolNames: ReadonlyMap<string, string> = new Map([
  [Tool.AskUser, 'Question'],
  [Tool.RequestApproval, 'Approval'],
  [Tool.NotifyUser, 'Notification'],
  [Tool.ShowUser, 'Shown to you'],
]);

/** A tool's name as people read it: `mcp__github__list_issues` is "github: list_issues". */
export function toolName(name: string): string {
  const own = ownToolNames.get(name);
  if (own !== undefined) return own;
  const mcp = parseMcpTool(name);
  return mcp ? `${mcp.server}: ${mcp.tool}` : name;
}
