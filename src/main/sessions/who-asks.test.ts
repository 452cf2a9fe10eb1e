import { describe, expect, it } from 'vitest';
import { aPermissionRequest } from '../../../test/a-permission-request';
import type { PermissionRequest } from '../claude/permission-request';
import { needsAskRules, whoAsks } from './who-asks';

const request = (more: Partial<PermissionRequest>, command = 'ls | grep x', tool = 'Bash') =>
  aPermissionRequest({ tool, input: { command }, ...more });
const rules = [
  { rule: 'Bash(grep:*)', source: 'userSettings' },
  { rule: 'Bash(grep x)', source: 'projectSettings' },
];

describe('a hook', () => {
  it('asks for its reason, in one line in which everything can be seen', () => {
    const reason = `line one\nline two \u001b[31mred \u202eevil ${'x'.repeat(500)}`;
    const asked = whoAsks(request({ reasonType: 'hook', reason: reason }), null);
    expect(asked).toMatchObject({
      kind: 'hook',
      name: null,
      reason: expect.stringMatching(/^line one line two ⟨U\+001B⟩\[31mred ⟨U\+202E⟩evil x+…$/),
    });
    expect(asked?.kind === 'hook' && asked.reason.length).toBe(300);
  });

  it.each([
    ['without a reason', {}, { name: null, reason: '' }],
    ['of the settings', { hookSource: 'settings' }, { name: null, reason: '' }],
    ['of a plugin', { hookSource: 'plugin:guard', reason: 'R' }, { name: 'plugin:guard', reason: 'R' }],
  ])('%s', (_, more, expected) => {
    expect(whoAsks(request({ reasonType: 'hook', ...more }), null)).toEqual({ kind: 'hook', ...expected });
  });
});

describe('a rule', () => {
  it.each([
    [
      'is named by the CLI',
      { reasonType: 'other', askRule: { source: 'localSettings', tool: 'Bash', content: 'ls:*' } },
      'Bash(ls:*)',
      'localSettings',
    ],
    [
      'is named by the CLI, for the whole tool',
      { askRule: { source: 'userSettings', tool: 'Write', content: null } },
      'Write',
      'userSettings',
    ],
    ['is found among those of its settings', { reasonType: 'rule', ruleSource: 'projectSettings' }, 'Bash(grep x)', 'projectSettings'],
    ['is found among all', { reasonType: 'rule' }, 'Bash(grep:*)', 'userSettings'],
    ['is found where the CLI says nothing of it', { reasonType: 'subcommandResults' }, 'Bash(grep:*)', 'userSettings'],
  ])('%s', (_, more, rule, source) => {
    expect(whoAsks(request(more), rules)).toEqual({ kind: 'rule', rule, source, certain: true });
  });

  it('asks also where its text can’t be told', () => {
    const asked = request({ reasonType: 'rule', ruleSource: 'policySettings' });
    expect([whoAsks(asked, rules), whoAsks(asked, null)]).toEqual(
      Array(2).fill({ kind: 'rule', rule: null, source: 'policySettings', certain: true }),
    );
  });
});

it('whether a rule asks is not known where it may be hidden and the rules can’t be read', () => {
  const hidden = ['subcommandResults', 'other'].map((type) => request({ reasonType: type }));
  expect(hidden.map((one) => whoAsks(one, null))).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
  expect(hidden.map((one) => whoAsks(one, []))).toEqual([null, null]);
});

it.each([
  ['no reason', {}, 'Bash'],
  ['a path', { reasonType: 'workingDir' }, 'Read'],
  ['the mode', { reasonType: 'mode' }, 'Write'],
  ['a safety check', { reasonType: 'safetyCheck' }, 'Bash'],
  ['another reason, of another tool', { reasonType: 'other' }, 'WebFetch'],
])('nobody asks explicitly: %s', (_, more, tool) => {
  const asked = request(more, 'ls', tool);
  expect([whoAsks(asked, null), needsAskRules(asked)]).toEqual([null, false]);
});

it('the run is asked for its rules only where they are needed', () => {
  const matched = { source: 'userSettings', tool: 'Bash', content: null };
  const types = [{ reasonType: 'rule' }, { reasonType: 'subcommandResults' }, { reasonType: 'other' }];
  expect(types.map((more) => needsAskRules(request(more)))).toEqual([true, true, true]);
  const known = [...types.map((more) => ({ ...more, askRule: matched })), { reasonType: 'hook' }];
  expect(known.map((more) => needsAskRules(request(more)))).toEqual([false, false, false, false]);
});
