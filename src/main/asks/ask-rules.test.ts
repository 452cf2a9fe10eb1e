import { describe, expect, it } from 'vitest';
import { findAskRule, nameAskRule } from './ask-rules';

const rules = (...texts: string[]) => texts.map((rule) => ({ rule, source: 'userSettings' }));
const bash = (command: string) => ({ tool: 'Bash', input: { command } });

describe('a command line falls under an ask rule', () => {
  it.each([
    ['Bash(grep:*)', 'ls | grep x'],
    ['Bash(touch:*)', 'mkdir a && touch b'],
    ['Bash(touch:*)', 'echo $(touch b)'],
    ['Bash(touch:*)', 'for i in 1 2; do touch $i; done'],
    ['Bash(git push:*)', 'cd sub && git -C . push'],
    ['Bash(ls ask-me*)', 'pwd; ls ask-me and more'],
    ['Bash(npm run *)', 'npm run'],
    ['Bash(echo \\(a\\))', "echo '(a)'; ls"],
    ['Bash(*)', 'ls'],
    ['Bash', 'ls && pwd'],
  ])('%s: %s', (rule, command) => {
    expect(findAskRule(rules(rule), bash(command))).toEqual({ rule, source: 'userSettings', certain: true });
  });

  it('perhaps, in words that are known only when it runs', () => {
    expect(findAskRule(rules('Bash(git push:*)'), bash('x=push; git $x'))).toMatchObject({ rule: 'Bash(git push:*)', certain: false });
  });
});

it.each([
  ['Bash(grep:*)', 'ls && grepper x'],
  ['Bash(git push:*)', 'git status && git log'],
  ['Write', 'ls && touch a'],
  ['Read(//etc/**)', 'cat a | head'],
])('%s says nothing about `%s`', (rule, command) => {
  expect(findAskRule(rules(rule), bash(command))).toBeNull();
});

it('names the rule that made the CLI ask: the one that matches, or the only one about such calls', () => {
  const write = { tool: 'Write', input: { file_path: '/a', content: '' } };
  expect([
    nameAskRule(rules('Bash(rm:*)', 'Bash(ls:*)'), bash('ls -la'))?.rule,
    nameAskRule(rules('Bash(rm:*)', 'Edit(//a/**)'), write)?.rule,
    nameAskRule(rules('Write', 'Edit(//a/**)'), write),
    nameAskRule([], write),
  ]).toEqual(['Bash(ls:*)', 'Edit(//a/**)', null, null]);
});
