import type { RulePattern } from '../../shared/rule';
import { Tool } from '../../shared/tools';
import { readShell } from '../shell/reader';
import type { ShellReading } from '../shell/simple-command';
import { type ToolCall, textOf } from './call';
import { mayDeny } from './may-deny';
import { sameTool, wildcard } from './rule-paths';
import { denyingRule } from './rule-shell';

/** A `permissions.ask` rule of Claude's settings, as it is written there, and which settings it is in. */
export interface AskRule {
  readonly rule: string;
  readonly source: string;
}

export interface AskRuleMatch extends AskRule {
  /** False when the rule could be about the call, in words that are known only when it runs. */
  readonly certain: boolean;
}

interface ReadRule extends AskRule, RulePattern {}

/**
 * The ask rule that a command line falls under; null when there is none. The CLI tells of a rule about the whole command, but
 * not of one about a part of it, so this takes a part for covered where the CLI might.
 */
export function findAskRule(rules: readonly AskRule[], { tool, input }: Pick<ToolCall, 'tool' | 'input'>): AskRuleMatch | null {
  const command = tool === Tool.Bash ? textOf(input, 'command') : null;
  const about = command === null ? [] : rulesAbout(rules, tool);
  if (command === null || about.length === 0) return null;
  const reading = readShell(command);
  const matched = about.find((rule) => coversText(rule, command, reading)) ?? denyingRule(about, command, reading);
  if (matched) return { rule: matched.rule, source: matched.source, certain: true };
  const possible = about.find((rule) => mayDeny([rule], reading));
  return possible ? { rule: possible.rule, source: possible.source, certain: false } : null;
}

/** Which rule made the CLI ask, when it says only that one did: the one that matches, or the only one about such calls. */
export function nameAskRule(rules: readonly AskRule[], call: Pick<ToolCall, 'tool' | 'input'>): AskRule | null {
  const [only, ...others] = rulesAbout(rules, call.tool);
  return findAskRule(rules, call) ?? (only && others.length === 0 ? only : null);
}

function rulesAbout(rules: readonly AskRule[], tool: string): ReadRule[] {
  return rules
    .map(({ rule, source }) => ({ rule, source, ...readRule(rule) }))
    .filter((rule) => sameTool({ tool: rule.tool, behavior: 'deny' }, tool));
}

/** `Bash(npm run *)` is the tool and its content. The CLI drops a backslash before a bracket and before another. */
function readRule(rule: string): RulePattern {
  const [, tool, content] = /^([^(]+)\((.*)\)$/s.exec(rule.trim()) ?? [];
  if (tool === undefined) return { tool: rule.trim(), content: null };
  return { tool, content: content === undefined || content === '' || content === '*' ? null : content.replaceAll(/\\([\\()])/g, '$1') };
}

/** To the CLI a `*` is any text, blanks and all: `ls a*` is also about `ls a b`. */
function coversText({ content }: RulePattern, command: string, { commands }: ShellReading): boolean {
  if (content === null) return true;
  const pattern = content.replace(/:\*$/, ' *');
  const lines = [command.trim(), ...commands.map(({ words }) => words.map(({ raw }) => raw).join(' '))];
  return lines.some((line) => wildcard(pattern, line) || (pattern.endsWith(' *') && line === pattern.slice(0, -2)));
}
