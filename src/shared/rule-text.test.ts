import { expect, it } from 'vitest';
import { parseRule, printRule } from './rule-text';

it.each([
  ['Bash', { behavior: 'allow', tool: 'Bash', content: null }],
  ['Bash(npm run *)', { behavior: 'allow', tool: 'Bash', content: 'npm run *' }],
  ['allow Bash(npm run *)', { behavior: 'allow', tool: 'Bash', content: 'npm run *' }],
  ['deny Edit(src/**)', { behavior: 'deny', tool: 'Edit', content: 'src/**' }],
  ['Bash(echo (a) $(b))', { behavior: 'allow', tool: 'Bash', content: 'echo (a) $(b)' }],
  ['mcp__github__get_issue', { behavior: 'allow', tool: 'mcp__github__get_issue', content: null }],
])('reads the rule %s', (text, rule) => {
  expect(parseRule(text)).toEqual(rule);
});

it.each(['', ' ', 'deny ', 'Bash(', 'Bash()', 'Bash(npm run *', 'npm run *', 'Bash(a) Bash(b', '(a)'])('finds no rule in %j', (text) => {
  expect(parseRule(text)).toBeNull();
});

it('reads back what it prints', () => {
  const rule = { tool: 'Bash', content: 'echo (a)\n(b)' };
  expect(parseRule(printRule(rule))).toEqual({ ...rule, behavior: 'allow' });
});
