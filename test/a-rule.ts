import type { Rule, RuleScope } from '../src/shared/rule';
import { parseRule } from '../src/shared/rule-text';

/** The rule `Bash(rm *)`, known by its text; `deny Bash(rm *)` denies. */
export function aRule(text: string, scope: RuleScope = { kind: 'everywhere' }): Rule {
  const parsed = parseRule(text);
  if (!parsed) throw new Error(`No rule: ${text}`);
  return { ...parsed, id: text, scope, createdAt: 0, source: 'test' };
}
