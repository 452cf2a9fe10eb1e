import type { RulePattern } from '../../shared/rule';

/** Reads what `printRule` writes; null when it is not a rule. `Bash(*)` and `Bash()` are every call, as for the CLI. */
export function parseRule(text: string): RulePattern | null {
  const match = /^([A-Za-z_][\w.*-]*)(?:\((.*)\))?$/s.exec(text.trim());
  if (!match?.[1]) return null;
  const content = match[2]?.trim() ?? '';
  return { tool: match[1], content: content === '' || content === '*' ? null : content };
}
