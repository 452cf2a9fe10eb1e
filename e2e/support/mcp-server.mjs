// A small MCP server over stdin and stdout, for specs: it asks the person, and returns every kind of result.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const names = ['ask', 'confirm', 'look', 'weather', 'wait'];
/** @type {Map<string, (result: unknown) => void>} */
const asked = new Map();

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** @param {string} words */
const text = (words) => ({ type: 'text', text: words });

const form = {
  message: 'Who is this for?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Your name', default: 'Ann' },
      size: { type: 'string', title: 'Size', enum: ['s', 'l'], enumNames: ['Small', 'Large'], default: 'l' },
    },
    required: ['name'],
  },
};

/** @param {string} name */
async function call(name) {
  if (name === 'ask' || name === 'confirm') {
    const answer = new Promise((resolve) => asked.set('ask', resolve));
    send({
      id: 'ask',
      method: 'elicitation/create',
      params: name === 'ask' ? form : { message: 'Go on?', requestedSchema: { type: 'object', properties: {} } },
    });
    return { content: [text(`The answer: ${JSON.stringify(await answer)}`)] };
  }
  if (name === 'wait') {
    await sleep(4_000);
    return { content: [text('It took a while.')] };
  }
  if (name === 'weather') {
    const structuredContent = { city: 'Chicago', temperature: 36, conditions: 'Light rain / drizzle' };
    return { content: [text(JSON.stringify(structuredContent))], structuredContent };
  }
  return {
    content: [
      text('Here is everything:'),
      { type: 'audio', data: btoa('sound'), mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'https://example.com/page', name: 'A page', description: 'Where to read more' },
      { type: 'resource_link', uri: `${pathToFileURL(process.cwd()).href}/notes.txt`, name: 'Your notes' },
      { type: 'resource_link', uri: 'file:///etc/passwd', name: 'Not yours' },
      { type: 'resource', resource: { uri: 'memo://1', mimeType: 'text/plain', text: 'Remember the milk.\nAnd the bread.' } },
    ],
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {}, result } = JSON.parse(line);
  if (method === undefined) asked.get(id)?.(result);
  else if (id === undefined) continue;
  else if (method === 'initialize')
    send({
      id,
      result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'desk', version: '1.4' } },
    });
  else if (method === 'tools/list')
    send({
      id,
      result: {
        tools: names.map((name) => ({
          name,
          description: name,
          inputSchema: { type: 'object' },
          annotations: { readOnlyHint: name === 'look' },
        })),
      },
    });
  else if (method === 'tools/call') void call(params.name).then((done) => send({ id, result: done }));
  else send({ id, result: {} });
}
