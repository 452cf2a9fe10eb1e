import { describe, expect, it } from 'vitest';
import { aPermissionRequest } from '../../../../test/a-permission-request';
import { parseLine } from './lines';

const request = (body: unknown) => JSON.stringify({ type: 'control_request', request_id: 'r1', request: body });
const response = (body: unknown) => JSON.stringify({ type: 'control_response', response: body });

const bash = { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 'toolu_1', input: { command: 'ls' } };
const permission = (body: unknown) => {
  const parsed = parseLine(request(body));
  if (parsed.kind !== 'request' || parsed.body.kind !== 'permission') throw new Error('not read as a permission request');
  return parsed.body.request;
};

describe('a permission request', () => {
  it('is read with all that the app needs of it, whatever else it has', () => {
    const full = {
      ...bash,
      display_name: 'Bash',
      agent_id: 'agent-1',
      blocked_path: '/etc/hosts',
      decision_reason: 'The hook said so.',
      decision_reason_type: 'hook',
      decision_reason_rule_source: 'userSettings',
      decision_reason_hook_source: 'plugin:guard',
      matched_ask_rule: { source: 'localSettings', tool_name: 'Bash', rule_content: 'ls:*' },
      mcp_server: { name: 'things', source: 'project', of_a_later_version: true },
      default_to_no: true,
      of_a_later_version: true,
    };
    expect(parseLine(request(full))).toEqual({
      kind: 'request',
      id: 'r1',
      body: {
        kind: 'permission',
        request: aPermissionRequest({
          agentId: 'agent-1',
          blockedPath: '/etc/hosts',
          reason: 'The hook said so.',
          reasonType: 'hook',
          ruleSource: 'userSettings',
          hookSource: 'plugin:guard',
          askRule: { source: 'localSettings', tool: 'Bash', content: 'ls:*' },
          mcpServer: { name: 'things', source: 'project' },
          defaultToNo: true,
        }),
      },
    });
  });

  it.each(['requires_user_interaction', 'suppress_always_allow_rule'])('is for a person alone with %s', (field) => {
    expect([true, false].map((value) => permission({ ...bash, [field]: value }).needsPerson)).toEqual([true, false]);
  });

  it('brings the rules that the CLI suggests, and only those that allow', () => {
    const suggestions = [
      { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'npm run *' }], behavior: 'allow', destination: 'localSettings' },
      { type: 'addRules', rules: [{ toolName: 'WebSearch' }], behavior: 'allow', destination: 'session' },
      { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'rm *' }], behavior: 'deny', destination: 'localSettings' },
      { type: 'addDirectories', directories: ['/'], destination: 'session' },
      { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
      { type: 'addRules', rules: 'odd', behavior: 'allow' },
      null,
    ];
    expect(permission({ ...bash, permission_suggestions: suggestions }).suggestedRules).toEqual([
      { tool: 'Bash', content: 'npm run *' },
      { tool: 'WebSearch', content: null },
    ]);
  });

  it('keeps its input exactly, even under names that mean something to JavaScript', () => {
    const input = '{"__proto__":{"polluted":true},"constructor":"x","command":"ls"}';
    const line = `{"type":"control_request","request_id":"r1","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t","input":${input}}}`;
    const parsed = parseLine(line);
    if (parsed.kind !== 'request' || parsed.body.kind !== 'permission') throw new Error('not read as a permission request');
    expect(JSON.stringify(parsed.body.request.input)).toBe(input);
  });

  it('loses only the optional field whose shape has changed', () => {
    const changed = {
      ...bash,
      decision_reason: { code: 7 },
      permission_suggestions: 'all',
      default_to_no: null,
      mcp_server: 'things',
      blocked_path: '/x',
    };
    expect(permission(changed)).toEqual(aPermissionRequest({ blockedPath: '/x' }));
  });
});

describe('a request', () => {
  it('that we do not know or can not read keeps its id, so that it can be answered', () => {
    const problems = [
      { subtype: 'request_user_dialog' },
      { subtype: 'hook_callback' },
      { subtype: 'can_use_tool', tool_name: 'Bash' },
      { input: {} },
      null,
    ].map((body) => {
      const parsed = parseLine(request(body));
      return parsed.kind === 'request' && parsed.id === 'r1' && parsed.body.kind === 'unknown' ? parsed.body.problem : parsed;
    });
    expect(problems).toEqual([
      'Unsupported control request subtype: request_user_dialog',
      'Unsupported control request subtype: hook_callback',
      expect.stringMatching(/^Malformed can_use_tool request: [\s\S]*tool_use_id/),
      'The request has no subtype.',
      'The request has no subtype.',
    ]);
  });
});

describe('a response', () => {
  it('is an answer, whatever else its envelope carries', () => {
    const success = { subtype: 'success', request_id: 's1', response: { pid: 7 }, pending_permission_requests: [{ request_id: 'r1' }] };
    expect(parseLine(response(success))).toEqual({ kind: 'response', id: 's1', outcome: { ok: true, answer: { pid: 7 } } });
  });

  it('without a payload is an empty answer', () => {
    expect(parseLine(response({ subtype: 'success', request_id: 's1' }))).toEqual({
      kind: 'response',
      id: 's1',
      outcome: { ok: true, answer: {} },
    });
  });

  it('of any other kind is a refusal, with the reason if there is one', () => {
    const outcomes = [
      { subtype: 'error', request_id: 's1', error: 'No such model.' },
      { subtype: 'of-a-later-version', request_id: 's1' },
    ].map((body) => parseLine(response(body)));
    expect(outcomes).toEqual([
      { kind: 'response', id: 's1', outcome: { ok: false, error: 'No such model.' } },
      { kind: 'response', id: 's1', outcome: { ok: false, error: 'The CLI refused without saying why.' } },
    ]);
  });
});

it('reads a cancel', () => {
  expect(parseLine('{"type":"control_cancel_request","request_id":"r1"}')).toEqual({ kind: 'cancel', id: 'r1' });
});

it('passes every other message on as it is, whatever the order of its keys', () => {
  expect(parseLine('{"result":"ok","is_error":false,"type":"result"}')).toEqual({
    kind: 'message',
    message: { type: 'result', result: 'ok', is_error: false },
  });
  expect(parseLine('  {"type":"of_a_later_version","deep":{"er":[1]}}\r')).toEqual({
    kind: 'message',
    message: { type: 'of_a_later_version', deep: { er: [1] } },
  });
});

it('tells what is not for us from what is for us and broken', () => {
  for (const line of ['', '  ', 'Warning: no trust', 'null', '7', '"text"', '[{"type":"user"}]']) {
    expect(parseLine(line)).toEqual({ kind: 'not-json' });
  }
  const broken = [
    '{"type":"assistant","mess',
    '{"type":7}',
    '{}',
    '{"type":"control_request","request":{"subtype":"can_use_tool"}}',
    '{"type":"control_response","response":null}',
    '{"type":"control_cancel_request"}',
  ];
  for (const line of broken) expect(parseLine(line)).toEqual({ kind: 'broken', problem: expect.stringMatching(/./), excerpt: line });
});

it('shows the beginning of a long broken line', () => {
  expect(parseLine(`{"type":"assistant","text":"${'x'.repeat(1_000_000)}`)).toMatchObject({
    kind: 'broken',
    excerpt: `{"type":"assistant","text":"${'x'.repeat(172)}`,
  });
});
