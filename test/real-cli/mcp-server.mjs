// A small MCP server over stdin and stdout, with one read-only tool and one other. It creates the file LISTED after it has listed
// its tools.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const tools = [
  { name: 'look', description: 'Looks something up', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  { name: 'change', description: 'Changes something', inputSchema: { type: 'object' } },
];

/** @param {string} method @param {Record<string, unknown>} params */
function answer(method, params) {
  if (method === 'initialize')
    return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'things', version: '1' } };
  if (method === 'tools/list') return { tools };
  if (method === 'tools/call') return { content: [{ type: 'text', text: `did ${String(params.name)}` }] };
  return {};
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answer(method, params) })}\n`);
  if (method === 'tools/list' && process.env.LISTED) writeFileSync(process.env.LISTED, '');
}
