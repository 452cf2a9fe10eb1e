import type { Rule, RulePattern } from './rule';

/** A rule as the CLI writes it: `Bash(npm run *)`, `mcp__server__tool`. */
export function printRule({ tool, content }: RulePattern): string {
  return content === null ? tool : `${tool}(${content})`;
}

/** Reads `Bash(npm run *)` or `deny Edit(src/**)`; null when the text is not a rule. */
export function parseRule(text: string): (RulePattern & Pick<Rule, 'behavior'>) | null {
  const [, behavior, tool, content] = /^\s*(?:(allow|deny)\s+)?(?!(?:allow|deny)\s*$)([^\s()]+)(?:\((.+)\))?\s*$/s.exec(text) ?? [];
  if (!tool) return null;
  return { tool, content: content ?? null, behavior: behavior === 'deny' ? 'deny' : 'allow' };
}
