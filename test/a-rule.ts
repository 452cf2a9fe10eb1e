import type { Rule, RuleScope } from '../src/shared/rule';

/** The rule `Bash(rm *)`, known by its text; `deny Bash(rm *)` denies. */
export function aRule(text: string, scope: RuleScope = { kind: 'everywhere' }): Rule {
  const [, deny, tool, content] = /^(deny )?([^(]+)(?:\((.*)\))?$/s.exec(text) ?? [];
  if (!tool) throw new Error(`No rule: ${text}`);
  return { tool, content: content ?? null, id: text, behavior: deny ? 'deny' : 'allow', scope, createdAt: 0, source: 'test' };
}
