import { escapeInvisible } from '../../shared/invisible';
import type { RiskKind, RiskMark } from '../../shared/risk';
import { editTools, parseMcpTool, readTools, Tool, toolKind } from '../../shared/tools';
import { truncateLine } from '../../shared/truncate';
import { type Finding, shellFindings } from '../shell/findings';
import { TooManyPaths } from '../shell/real-path';
import { mayMatchSecret } from '../shell/secrets';
import { findSecrets, findWrites, leavesFolder } from './file-risk';
import { collectTexts } from './input-texts';
import { mcpFindings } from './mcp-risk';
import { globsOf, pathOf, type ToolCall, textOf } from './tool-call';

/** A call, with what the CLI said about it. */
export interface RiskCall extends ToolCall {
  readonly decisionReasonType?: string | undefined;
  /** The CLI's reason for asking, in words. */
  readonly decisionReason?: string | undefined;
  /** The CLI wants a person to answer, whatever its reason is. */
  readonly needsPerson?: boolean;
  readonly blockedPath?: string | undefined;
}

/** The text of each mark. With any mark a person decides with the whole input in view. `grave` only sets the colour. */
export const marks: Readonly<Record<RiskKind, { readonly text: string; readonly grave: boolean }>> = {
  deletes: { text: 'Deletes files or throws work away', grave: true },
  'force-push': { text: 'Overwrites what others have pushed', grave: true },
  sudo: { text: 'Runs with the rights of another user', grave: true },
  'pipe-to-shell': { text: 'Runs a script that nobody has seen', grave: true },
  outside: { text: 'Writes outside the folder', grave: true },
  secrets: { text: 'Touches a file that looks like a secret', grave: true },
  permissions: { text: 'Changes who may read or change files', grave: true },
  governs: { text: 'Changes what may run without asking', grave: true },
  process: { text: 'Stops programs or the machine', grave: true },
  sandbox: { text: 'Leaves the sandbox', grave: true },
  'safety-check': { text: 'Claude Code asks for this to be checked by a person', grave: true },
  network: { text: 'Uses the network', grave: false },
  'not-understood': { text: 'Can’t be read with certainty', grave: false },
};

const longestDetail = 100;
const mostMarks = 20;

/** Finds the risk marks of a call, the gravest first. It reads the disk only through `realpath`. */
export function riskOf(question: RiskCall): RiskMark[] {
  const found = new Map<string, RiskMark>();
  for (const { kind, detail } of findingsOf(question)) {
    const about = truncateLine(escapeInvisible(detail).replaceAll(/\s+/g, ' ').trim(), longestDetail);
    const text = about === '' ? `${marks[kind].text}.` : `${marks[kind].text}: ${about}`;
    found.set(text, { kind, text, grave: marks[kind].grave });
  }
  return [...found.values()].sort((a, b) => Number(b.grave) - Number(a.grave)).slice(0, mostMarks);
}

function findingsOf(question: RiskCall): Finding[] {
  const findings = boundedFindings(question);
  const { decisionReasonType, decisionReason = '', needsPerson } = question;
  if (leavesSandbox(question)) findings.push({ kind: 'sandbox', detail: '' });
  if (needsPerson || decisionReasonType === 'safetyCheck') findings.push({ kind: 'safety-check', detail: decisionReason });
  return findings;
}

/** Claude may ask for it in the call's input, with or without the CLI naming it as the reason to ask. */
const leavesSandbox = ({ tool, input, decisionReasonType }: RiskCall): boolean =>
  decisionReasonType === 'sandboxOverride' || (tool === Tool.Bash && input.dangerouslyDisableSandbox === true);

/** A call that is too big to be checked in full is marked instead, because the others wait meanwhile. */
function boundedFindings(question: RiskCall): Finding[] {
  try {
    return toolFindings(question);
  } catch (error) {
    if (error instanceof TooManyPaths) return [{ kind: 'not-understood', detail: 'It names too many files to be checked.' }];
    throw error;
  }
}

function toolFindings(question: RiskCall): Finding[] {
  const { tool, input } = question;
  if (tool === Tool.Bash) {
    const command = textOf(input, 'command');
    const blocked = question.blockedPath;
    return [
      ...(command === null ? [{ kind: 'not-understood' as const, detail: 'there is no command' }] : shellFindings(command, question)),
      ...(blocked !== undefined && leavesFolder(blocked, question) ? [{ kind: 'outside' as const, detail: blocked }] : []),
    ];
  }
  if (tool === Tool.PowerShell) return [{ kind: 'not-understood', detail: Tool.PowerShell }];
  if (toolKind(tool) === 'web') return [{ kind: 'network', detail: textOf(input, 'url', 'query') ?? '' }];
  if (editTools.has(tool)) {
    const target = pathOf(question);
    if (target === null) return [{ kind: 'not-understood', detail: 'it names no file' }];
    return [...findWrites(target, question), ...findSecrets(target, question)];
  }
  if (readTools.has(tool))
    return [
      ...[pathOf(question)].flatMap((place) => (place === null ? [] : findSecrets(place, question))),
      ...globsOf(question).flatMap((pattern) => (mayMatchSecret(pattern) ? [{ kind: 'secrets' as const, detail: pattern }] : [])),
    ];
  const mcp = parseMcpTool(tool);
  return mcp ? mcpFindings(mcp.tool, question) : otherFindings(question);
}

/** A tool without a case of its own may still run its input: Monitor runs a command, REPL runs code. */
function otherFindings(question: RiskCall): Finding[] {
  const { tool, input } = question;
  const command = textOf(input, 'command');
  const code = textOf(input, 'code');
  const file = textOf(input, 'file_path', 'local_path', 'path');
  return [
    ...(command === null || toolKind(tool) === 'skill' ? [] : shellFindings(command, question)),
    ...(code === null ? [] : [{ kind: 'not-understood' as const, detail: `It runs code: ${code}` }]),
    ...(toolKind(tool) === 'remote' || input.ws !== undefined
      ? [{ kind: 'network' as const, detail: collectTexts(input.ws ?? input).texts[0]?.text ?? '' }]
      : []),
    ...(tool === Tool.ExitWorktree && input.action === 'remove' ? [{ kind: 'deletes' as const, detail: 'the worktree' }] : []),
    ...(file === null ? [] : findSecrets(file, question)),
  ];
}
