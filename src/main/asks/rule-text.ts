import type { RulePattern } from '../../shared/rule';

/** A rule as the CLI writes it: `Bash(npm run *)`, `mcp__server__tool`. */
export function printRule({ tool, content }: RulePattern): string {
  return content === null ? tool : `${tool}(${content})`;
}

/** Reads what `printRule` writes; null when it is not a rule. `Bash(*)` and `Bash()` are every call, as for the CLI. */
export function parseRule(text: string): RulePattern | null {
  const match = /^([A-Za-z_][\w.*-]*)(?:\((.*)\))?$/s.exec(text.trim());
  if (!match?.[1]) return null;
  const content = match[2]?.trim() ?? '';
  return { tool: match[1], content: content === '' || content === '*' ? null : content };
}
