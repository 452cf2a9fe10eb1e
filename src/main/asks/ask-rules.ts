import type { RulePattern } from '../../shared/rule';
import { Tool } from '../../shared/tools';
import { readShell } from '../shell/reader';
import type { ShellReading } from '../shell/simple-command';
import { mayDeny } from './may-deny';
import { sameTool, wildcard } from './rule-paths';
import { denyingRule } from './rule-shell';
import { type ToolCall, textOf } from './tool-call';

/** A `permissions.ask` rule as it is written in Claude's settings. `source` says in which. */
export interface AskRule {
  readonly rule: string;
  readonly source: string;
}

export interface AskRuleMatch extends AskRule {
  /** False if the rule may match, depending on words that are known only when the command runs. */
  readonly certain: boolean;
}

interface ReadRule extends AskRule, RulePattern {}

/**
 * Finds the ask rule that matches a command line. The CLI names a rule that matches the whole command, but not one that matches a
 * part of it. So this also matches parts, wherever the CLI might.
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

/** Guesses which rule made the CLI ask, if it does not say: the one that matches, or the only one for this tool. */
export function nameAskRule(rules: readonly AskRule[], call: Pick<ToolCall, 'tool' | 'input'>): AskRule | null {
  const [only, ...others] = rulesAbout(rules, call.tool);
  return findAskRule(rules, call) ?? (only && others.length === 0 ? only : null);
}

function rulesAbout(rules: readonly AskRule[], tool: string): ReadRule[] {
  return rules
    .map(({ rule, source }) => ({ rule, source, ...readRule(rule) }))
    .filter((rule) => sameTool({ tool: rule.tool, behavior: 'deny' }, tool));
}

/** Splits `Bash(npm run *)` into tool and content. The CLI drops a backslash before a parenthesis or another backslash. */
function readRule(rule: string): RulePattern {
  const [, tool, content] = /^([^(]+)\((.*)\)$/s.exec(rule.trim()) ?? [];
  if (tool === undefined) return { tool: rule.trim(), content: null };
  return { tool, content: content === undefined || content === '' || content === '*' ? null : content.replaceAll(/\\([\\()])/g, '$1') };
}

/** For the CLI `*` matches any text, also blanks: `ls a*` matches `ls a b`. */
function coversText({ content }: RulePattern, command: string, { commands }: ShellReading): boolean {
  if (content === null) return true;
  const pattern = content.replace(/:\*$/, ' *');
  const lines = [command.trim(), ...commands.map(({ words }) => words.map(({ raw }) => raw).join(' '))];
  return lines.some((line) => wildcard(pattern, line) || (pattern.endsWith(' *') && line === pattern.slice(0, -2)));
}
