import type { Rule, RuleCandidate, RulePattern } from '../../shared/rule';
import { editTools, isFileTool, parseMcpTool, searchTools, Tool, toolsOfKind } from '../../shared/tools';
import { absolutePath, realPlace } from '../shell/paths';
import { readShell } from '../shell/reader';
import { searchesDenied, touchesDenied } from './denied-files';
import { mayDeny } from './may-deny';
import { pathMatches, sameTool } from './rule-paths';
import { isAnything } from './rule-pattern';
import { allowingRule, denyingRule, isExactly } from './rule-shell';
import { pathOf, type ToolCall, textOf } from './tool-call';

/** A call, with the session that made it. */
export interface RuleCall extends ToolCall {
  readonly sessionId: string;
}

export interface RuleDecision {
  readonly rule: Rule;
  readonly behavior: Rule['behavior'];
  /** The rule is the whole command of this call. */
  readonly exact: boolean;
}

/** Says what the rules decide. Null if none matches. A deny wins over an allow. */
export function decideByRules(rules: readonly Rule[], call: RuleCall): RuleDecision | null {
  const denies = rulesFor(rules, call, 'deny');
  const allows = rulesFor(rules, call, 'allow');
  if (call.tool === Tool.Bash) return decideShell(denies, allows, rules, call);
  const denied = denies.find((rule) => contentMatches(rule, call));
  if (denied) return { rule: denied, behavior: 'deny', exact: false };
  const allowed = allows.find((rule) => contentMatches(rule, call));
  return allowed && !mayBeDenied(rules, call) ? { rule: allowed, behavior: 'allow', exact: false } : null;
}

/** Whether a deny rule may match, depending on words that are known only when the command runs. A person decides then. */
export function mayBeDenied(rules: readonly Rule[], call: RuleCall): boolean {
  const inForce = rules.filter((rule) => rule.behavior === 'deny' && inScope(rule, call));
  if (inForce.length === 0) return false;
  const command = call.tool === Tool.Bash ? textOf(call.input, 'command') : null;
  if (command === null) return searchesDenied(inForce, call);
  const reading = readShell(command);
  const denies = rulesFor(inForce, call, 'deny');
  return (denies.length > 0 && mayDeny(denies, reading)) || touchesDenied(inForce, reading, call);
}

/** The rules in force for a tool, whatever its input. */
function rulesFor(rules: readonly Rule[], call: RuleCall, behavior: Rule['behavior']): Rule[] {
  return rules.filter((rule) => rule.behavior === behavior && inScope(rule, call) && sameTool(rule, call.tool));
}

function inScope({ scope }: Rule, { sessionId, cwd }: RuleCall): boolean {
  if (scope.kind === 'session') return scope.sessionId === sessionId;
  return scope.kind === 'everywhere' || scope.folder === cwd;
}

function decideShell(denies: readonly Rule[], allows: readonly Rule[], rules: readonly Rule[], call: RuleCall): RuleDecision | null {
  const command = textOf(call.input, 'command');
  if (command === null || (denies.length === 0 && allows.length === 0)) return null;
  const reading = readShell(command);
  const denied = denyingRule(denies, command, reading);
  if (denied) return { rule: denied, behavior: 'deny', exact: isExactly(denied, command) };
  const allowed = allowingRule(allows, command, call);
  if (!allowed) return null;
  const exact = isExactly(allowed, command);
  return exact || !mayBeDenied(rules, call) ? { rule: allowed, behavior: 'allow', exact } : null;
}

function contentMatches({ content, behavior }: Rule, call: RuleCall): boolean {
  if (content === null) return true;
  const { tool, input } = call;
  if (isFileTool(tool)) return pathMatches(content, call, behavior);
  if (tool === Tool.WebFetch)
    return content.startsWith('domain:') && hostMatches(content.slice('domain:'.length), textOf(input, 'url') ?? '');
  if (tool === Tool.Skill) {
    const name = textOf(input, 'skill', 'command');
    return content.endsWith(':*') ? name === content.slice(0, -2) : name === content && textOf(input, 'args') === null;
  }
  return false;
}

/** `example.com` matches that host, `*.example.com` the hosts below it. */
function hostMatches(domain: string, url: string): boolean {
  const host = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? new URL(url).hostname.toLowerCase().replace(/\.$/, '') : '';
  const wanted = domain.trim().toLowerCase().replace(/\.$/, '');
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) && host.length > wanted.length - 1 : host !== '' && host === wanted;
}

/** Tools that run any command or code. */
const runners: ReadonlySet<string> = toolsOfKind('command', 'code');

/** Whether a rule allows every command. Such a rule is for one session only. */
export const isAnyCommand = (rule: RulePattern): boolean =>
  runners.has(rule.tool) && (rule.content === null || (rule.tool === Tool.Bash && isAnything(rule)));

/** The rules for "Always allow…": those that the CLI suggests, then ours, the narrowest first. */
export function suggestRules(call: ToolCall, suggestions: readonly RulePattern[] = []): RuleCandidate[] {
  const command = call.tool === Tool.Bash ? textOf(call.input, 'command') : null;
  const patterns: RulePattern[] = [...suggestions, ...(command === null ? ownPatterns(call) : shellPatterns(command))];
  const offered = new Map(patterns.map((pattern) => [JSON.stringify([pattern.tool, pattern.content]), pattern]));
  return [...offered.values()].map((pattern) => ({
    ...pattern,
    label: labelOf(pattern),
    exact: command !== null && isExactly(pattern, command),
    sessionOnly: isAnyCommand(pattern),
  }));
}

/** Programs that run their arguments, or do harm with any. No pattern is offered for them. */
const startsOthers =
  /^(sudo|doas|su|env|xargs|bash|sh|zsh|dash|eval|exec|nohup|timeout|nice|time|command|python[\d.]*|node|perl|ruby|php|npx|rm|ssh|docker|find)$/;

function shellPatterns(command: string): RulePattern[] {
  const { commands, trouble } = readShell(command);
  const [first, ...others] = commands;
  const words = first?.words.map(({ literal }) => literal) ?? [];
  const [program, sub] = words;
  const patterned = trouble === null && others.length === 0 && program && sub && /^[a-z][\w:-]*$/i.test(sub) && !startsOthers.test(program);
  return [
    // With a `*` in it the rule would match other commands too.
    ...(command.includes('*') ? [] : [{ tool: Tool.Bash, content: command }]),
    ...(patterned ? [{ tool: Tool.Bash, content: `${program} ${sub} *` }] : []),
    { tool: Tool.Bash, content: null },
  ];
}

function ownPatterns(call: ToolCall): RulePattern[] {
  const { tool, input, cwd, home, realpath } = call;
  if (isFileTool(tool)) {
    const group = editTools.has(tool) ? Tool.Edit : Tool.Read;
    const written = pathOf(call);
    const absolute = written === null ? null : absolutePath(written, cwd, home);
    if (absolute === null) return [];
    const place = realPlace(absolute, realpath).replaceAll('\\', '/');
    const folder = searchTools.has(tool) ? place : place.slice(0, Math.max(place.lastIndexOf('/'), 0));
    return /\*/.test(place) || folder === '' ? [] : [{ tool: group, content: `${folder.startsWith('/') ? '/' : '//'}${folder}/**` }];
  }
  if (tool === Tool.WebFetch) {
    const url = textOf(input, 'url') ?? '';
    return URL.canParse(url) ? [{ tool, content: `domain:${new URL(url).hostname}` }] : [];
  }
  const skill = tool === Tool.Skill ? textOf(input, 'skill', 'command') : null;
  return [{ tool, content: skill }];
}

function labelOf(pattern: RulePattern): string {
  const { tool, content } = pattern;
  const mcp = parseMcpTool(tool);
  if (mcp) return `Every call of ${mcp.tool} of ${mcp.server}`;
  if (isAnyCommand(pattern)) return `All ${tool} in this session`;
  if (content === null) return `Every call of ${tool}`;
  if (tool === Tool.Bash) return content.includes('*') ? `Commands like ${content}` : 'This very command';
  if (tool === Tool.Edit && content.endsWith('/**')) return `Writes to ${content.slice(content.startsWith('//') ? 1 : 0, -3)}`;
  if (tool === Tool.Read && content.endsWith('/**')) return `Reads in ${content.slice(content.startsWith('//') ? 1 : 0, -3)}`;
  if (tool === Tool.WebFetch) return `Pages of ${content.replace(/^domain:/, '')}`;
  return `${tool}: ${content}`;
}
