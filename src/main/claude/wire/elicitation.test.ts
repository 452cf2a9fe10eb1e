import { expect, it } from 'vitest';
import { parseLine } from './lines';
import { elicitationLine } from './outgoing-lines';

const read = (request: object) => {
  const parsed = parseLine(JSON.stringify({ type: 'control_request', request_id: 'r1', request: { subtype: 'elicitation', ...request } }));
  return parsed.kind === 'request' ? parsed.body : parsed;
};

const schema = { type: 'object', properties: { b: { type: 'string' }, a: { type: 'integer' } } };
const from = { mcp_server_name: 'tiny', message: 'Your details?' };

it('reads a form as 2.1.327 and 2.1.197 print it', () => {
  const request = { server: 'tiny', message: 'Your details?', title: null, description: null };
  expect(read({ ...from, mode: 'form', requested_schema: schema, property_order: ['b', 'a'] })).toEqual({
    kind: 'elicitation',
    request: { ...request, wants: { mode: 'form', schema, order: ['b', 'a'] } },
  });
  expect(read({ ...from, requested_schema: schema })).toMatchObject({ request: { wants: { mode: 'form', order: [] } } });
});

it('reads a page to open, and what newer versions add', () => {
  expect(read({ ...from, mode: 'url', url: 'https://example.com/x', elicitation_id: 'el-1', title: 'T', description: 'D' })).toEqual({
    kind: 'elicitation',
    request: {
      server: 'tiny',
      message: 'Your details?',
      title: 'T',
      description: 'D',
      wants: { mode: 'url', url: 'https://example.com/x', id: 'el-1' },
    },
  });
});

it.each([
  ['a form without a schema', { mode: 'form' }, 'it does not say what it asks for'],
  ['a page without an address', { mode: 'url' }, 'it names no page'],
  ['another kind', { mode: 'voice', requested_schema: schema }, 'this kind of request is not known yet'],
])('still knows who asks for %s', (_what, more, problem) => {
  expect(read({ ...from, ...more })).toMatchObject({ request: { server: 'tiny', wants: { mode: 'unknown', problem } } });
});

it('can’t read a request of nobody', () => {
  expect(read({ message: 'Your details?' })).toMatchObject({ kind: 'unknown', problem: expect.stringContaining('Malformed elicitation') });
});

it('writes the three answers', () => {
  const written = (...answer: Parameters<typeof elicitationLine>) => JSON.parse(elicitationLine(...answer)).response;
  expect(written('r1', { action: 'accept', content: { a: 3 } })).toEqual({
    subtype: 'success',
    request_id: 'r1',
    response: { action: 'accept', content: { a: 3 } },
  });
  expect(written('r1', { action: 'accept', content: null }).response).toEqual({ action: 'accept' });
  expect(written('r1', { action: 'decline' }).response).toEqual({ action: 'decline' });
  expect(written('r1', { action: 'cancel' }).response).toEqual({ action: 'cancel' });
});
