import type { RulePattern } from './rule';

/** A rule as the CLI writes it: `Bash(npm run *)`, `mcp__server__tool`. */
export function printRule({ tool, content }: RulePattern): string {
  return content === null ? tool : `${tool}(${content})`;
}
