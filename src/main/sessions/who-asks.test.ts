import { describe, expect, it } from 'vitest';
import { CanUseTool } from '../claude/wire';
import { needsAskRules, whoAsks } from './who-asks';

const request = (more: object, command = 'ls | grep x', tool = 'Bash') =>
  CanUseTool.parse({ subtype: 'can_use_tool', tool_name: tool, tool_use_id: 't', input: { command }, ...more });
const rules = [
  { rule: 'Bash(grep:*)', source: 'userSettings' },
  { rule: 'Bash(grep x)', source: 'projectSettings' },
];

describe('a hook', () => {
  it('asks for its reason, in one line in which everything can be seen', () => {
    const reason = `line one\nline two \u001b[31mred \u202eevil ${'x'.repeat(500)}`;
    const asked = whoAsks(request({ decision_reason_type: 'hook', decision_reason: reason }), null);
    expect(asked).toMatchObject({
      kind: 'hook',
      name: null,
      reason: expect.stringMatching(/^line one line two ⟨U\+001B⟩\[31mred ⟨U\+202E⟩evil x+…$/),
    });
    expect(asked?.kind === 'hook' && asked.reason.length).toBe(300);
  });

  it.each([
    ['without a reason', {}, { name: null, reason: '' }],
    ['of the settings', { decision_reason_hook_source: 'settings' }, { name: null, reason: '' }],
    ['of a plugin', { decision_reason_hook_source: 'plugin:guard', decision_reason: 'R' }, { name: 'plugin:guard', reason: 'R' }],
  ])('%s', (_, more, expected) => {
    expect(whoAsks(request({ decision_reason_type: 'hook', ...more }), null)).toEqual({ kind: 'hook', ...expected });
  });
});

describe('a rule', () => {
  it.each([
    [
      'is named by the CLI',
      { decision_reason_type: 'other', matched_ask_rule: { source: 'localSettings', tool_name: 'Bash', rule_content: 'ls:*' } },
      'Bash(ls:*)',
      'localSettings',
    ],
    [
      'is named by the CLI, for the whole tool',
      { matched_ask_rule: { source: 'userSettings', tool_name: 'Write' } },
      'Write',
      'userSettings',
    ],
    [
      'is found among those of its settings',
      { decision_reason_type: 'rule', decision_reason_rule_source: 'projectSettings' },
      'Bash(grep x)',
      'projectSettings',
    ],
    ['is found among all', { decision_reason_type: 'rule' }, 'Bash(grep:*)', 'userSettings'],
    ['is found where the CLI says nothing of it', { decision_reason_type: 'subcommandResults' }, 'Bash(grep:*)', 'userSettings'],
  ])('%s', (_, more, rule, source) => {
    expect(whoAsks(request(more), rules)).toEqual({ kind: 'rule', rule, source, certain: true });
  });

  it('asks also where its text can’t be told', () => {
    const asked = request({ decision_reason_type: 'rule', decision_reason_rule_source: 'policySettings' });
    expect([whoAsks(asked, rules), whoAsks(asked, null)]).toEqual(
      Array(2).fill({ kind: 'rule', rule: null, source: 'policySettings', certain: true }),
    );
  });
});

it('whether a rule asks is not known where it may be hidden and the rules can’t be read', () => {
  const hidden = ['subcommandResults', 'other'].map((type) => request({ decision_reason_type: type }));
  expect(hidden.map((one) => whoAsks(one, null))).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
  expect(hidden.map((one) => whoAsks(one, []))).toEqual([null, null]);
});

it.each([
  ['no reason', {}, 'Bash'],
  ['a path', { decision_reason_type: 'workingDir' }, 'Read'],
  ['the mode', { decision_reason_type: 'mode' }, 'Write'],
  ['a safety check', { decision_reason_type: 'safetyCheck' }, 'Bash'],
  ['another reason, of another tool', { decision_reason_type: 'other' }, 'WebFetch'],
])('nobody asks explicitly: %s', (_, more, tool) => {
  const asked = request(more, 'ls', tool);
  expect([whoAsks(asked, null), needsAskRules(asked)]).toEqual([null, false]);
});

it('the run is asked for its rules only where they are needed', () => {
  const matched = { source: 'userSettings', tool_name: 'Bash' };
  const types = [{ decision_reason_type: 'rule' }, { decision_reason_type: 'subcommandResults' }, { decision_reason_type: 'other' }];
  expect(types.map((more) => needsAskRules(request(more)))).toEqual([true, true, true]);
  const known = [...types.map((more) => ({ ...more, matched_ask_rule: matched })), { decision_reason_type: 'hook' }];
  expect(known.map((more) => needsAskRules(request(more)))).toEqual([false, false, false, false]);
});
