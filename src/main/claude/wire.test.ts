import { describe, expect, it } from 'vitest';
import { parseLine } from './wire';

const request = (body: unknown) => JSON.stringify({ type: 'control_request', request_id: 'r1', request: body });
const response = (body: unknown) => JSON.stringify({ type: 'control_response', response: body });

describe('a request', () => {
  it('is read by its subtype, with fields we have never heard of', () => {
    const canUseTool = {
      subtype: 'can_use_tool',
      tool_name: 'Bash',
      display_name: 'Bash',
      input: { command: 'touch a.txt' },
      tool_use_id: 'toolu_1',
      permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
      blocked_path: '/project/a.txt',
      mcp_server: { name: 'tiny', source: 'project' },
      of_a_later_version: true,
    };
    const hookCallback = { subtype: 'hook_callback', callback_id: 'cb_1', input: { hook_event_name: 'Stop' } };
    const mcpMessage = { subtype: 'mcp_message', server_name: 'app', message: { jsonrpc: '2.0', id: 2, method: 'tools/list' } };
    const elicitation = { subtype: 'elicitation', mcp_server_name: 'tiny', message: 'Your name?', mode: 'form', requested_schema: {} };
    for (const body of [canUseTool, hookCallback, mcpMessage, elicitation]) {
      expect(parseLine(request(body))).toEqual({ kind: 'request', id: 'r1', body });
    }
  });

  it('keeps its input exactly, even under names that mean something to JavaScript', () => {
    const input = '{"__proto__":{"polluted":true},"constructor":"x","command":"ls"}';
    const line = `{"type":"control_request","request_id":"r1","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t","input":${input}}}`;
    const parsed = parseLine(line);
    if (parsed.kind !== 'request' || parsed.body.subtype !== 'can_use_tool') throw new Error('not read as can_use_tool');
    expect(JSON.stringify(parsed.body.input)).toBe(input);
  });

  it('loses only the optional field whose shape has changed', () => {
    const body = { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 't', input: {} };
    const changed = { ...body, decision_reason: { code: 7 }, permission_suggestions: 'all', mcp_server: null };
    expect(parseLine(request(changed))).toEqual({ kind: 'request', id: 'r1', body });
  });

  it('that we do not know or can not read keeps its id, so that it can be answered', () => {
    const problems = [{ subtype: 'request_user_dialog' }, { subtype: 'can_use_tool', tool_name: 'Bash' }, { input: {} }, null].map(
      (body) => {
        const parsed = parseLine(request(body));
        return parsed.kind === 'request' && parsed.id === 'r1' && parsed.body.subtype === 'unknown' ? parsed.body.problem : parsed;
      },
    );
    expect(problems).toEqual([
      'Unsupported control request subtype: request_user_dialog',
      expect.stringMatching(/^Malformed can_use_tool request: [\s\S]*tool_use_id/),
      'The request has no subtype.',
      'The request has no subtype.',
    ]);
  });
});

describe('a response', () => {
  it('is an answer with everything its envelope carries', () => {
    const answer = { subtype: 'success', request_id: 's1', response: { pid: 7 }, pending_permission_requests: [{ request_id: 'r1' }] };
    expect(parseLine(response(answer))).toEqual({ kind: 'response', id: 's1', outcome: { ok: true, answer } });
  });

  it('without a payload is an empty answer', () => {
    expect(parseLine(response({ subtype: 'success', request_id: 's1' }))).toEqual({
      kind: 'response',
      id: 's1',
      outcome: { ok: true, answer: { subtype: 'success', request_id: 's1', response: {} } },
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
