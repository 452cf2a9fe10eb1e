/** Makes docs/api.md of the OpenAPI document that the app serves: test/api-page.test.ts. */

/**
 * @typedef {{ $ref?: string, type?: string | string[], description?: string, properties?: Record<string, Schema>, required?: string[],
 *   enum?: unknown[], const?: unknown, anyOf?: Schema[], oneOf?: Schema[], items?: Schema, additionalProperties?: Schema | boolean }} Schema
 * @typedef {{ summary: string, requestBody?: { content: Record<string, { schema: Schema }> }, 'x-role': string,
 *   responses: Record<string, { description: string, content: Record<string, { schema: Schema }> }> }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components: { schemas: Record<string, Schema> },
 *   'x-events': Record<string, { description: string, data: Schema }> }} Document
 */

/** Commands for a shell, with what each prints. `$SESSION`, `$REQUEST` and the like stand for ids. A test runs them. */
export const examples = [
  {
    words: 'What waits, over the socket. It needs no token:',
    run: 'curl --silent --unix-socket ~/.config/Signalbox/signalbox.sock http://signalbox/api/pending',
    prints: '{"pending":[{"requestId":"',
  },
  {
    words: 'The same over the loopback address, once it is on:',
    run: 'curl --silent --header "Authorization: Bearer $(cat ~/.config/Signalbox/http-token)" http://127.0.0.1:4199/api/pending',
    prints: '{"pending":[{"requestId":"',
  },
  {
    words: 'Allow a call:',
    run: `curl --silent --unix-socket ~/.config/Signalbox/signalbox.sock http://signalbox/api/sessions/$SESSION/approve \\
  --data '{"requestId": "'$REQUEST'", "decision": "allow"}'`,
    prints: '{"status":"ok"}',
  },
  {
    words: 'Answer questions, by their index:',
    run: `curl --silent --unix-socket ~/.config/Signalbox/signalbox.sock http://signalbox/api/sessions/$ASKING/answer \\
  --data '{"requestId": "'$QUESTION'", "answers": {"0": "Red", "1": ["Apple", "Fig"]}}'`,
    prints: '{"status":"ok"}',
  },
  {
    words: 'Send Claude a message:',
    run: `curl --silent --unix-socket ~/.config/Signalbox/signalbox.sock http://signalbox/api/sessions/$SESSION/message \\
  --data '{"message": "Go on."}'`,
    prints: '{"status":"',
  },
  {
    words: 'Follow what happens, and go on after the last event that was read:',
    run: `curl --silent --no-buffer --max-time 2 --unix-socket ~/.config/Signalbox/signalbox.sock http://signalbox/api/events \\
  --header "Last-Event-ID: $LAST"`,
    prints: 'event: ',
  },
];

/** @param {Document} document */
export function apiPage({ paths, components: { schemas }, 'x-events': events }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, ...operation })),
  );
  const routes = operations.map(({ route, summary, requestBody, responses, 'x-role': role }) => {
    const body = requestBody ? nameOf(requestBody.content['application/json']?.schema) : '';
    const done = Object.entries(responses)
      .filter(([status]) => status < '300')
      .map(([status, { content }]) => `${status} ${nameOf(Object.values(content)[0]?.schema)}`.trim());
    const refused = Object.keys(responses).filter((status) => status >= '400');
    return `| \`${route}\` | ${summary} | ${body} | ${done.join(', ')} | ${refused.filter((status) => !everywhere.has(status)).join(', ')} | ${role} |`;
  });
  const told = Object.entries(events).map(([name, { description, data }]) => `| \`${name}\` | ${description} | ${nameOf(data)} |`);
  return `${before}

## Routes

\`400\`, \`401\`, \`403\`, \`413\` and \`500\` can come from every route, and are not repeated here.

| route | does | body | answers | refuses with | role |
|---|---|---|---|---|---|
${routes.join('\n')}

${between}

## Events

| event | tells | data |
|---|---|---|
${told.join('\n')}

## Examples

${examples.map(({ words, run }) => `${words}\n\n\`\`\`sh\n${run}\n\`\`\``).join('\n\n')}

## Shapes

A field with \`?\` may be missing.

${Object.entries(schemas)
  .filter(([name, schema]) => schema.properties && name !== 'Document')
  .map(([name, schema]) => shape(name, schema))
  .join('\n\n')}
`;
}

const everywhere = new Set(['400', '401', '403', '413', '500']);

/** @param {string} name @param {Schema} schema */
function shape(name, { properties = {}, required = [] }) {
  const rows = Object.entries(properties).map(
    ([field, one]) => `| \`${field}\`${required.includes(field) ? '' : '?'} | ${typeOf(one)} | ${one.description ?? ''} |`,
  );
  return `### ${name}\n\n| field | is | |\n|---|---|---|\n${rows.join('\n')}`;
}

/** @param {Schema | undefined} schema @returns {string} */
const nameOf = (schema) => {
  if (schema?.anyOf) return schema.anyOf.map(nameOf).join(' or ');
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? '' : name === 'Document' ? 'the document' : `[${name}](#${name.toLowerCase()})`;
};

/** A type in few words. Deep parts are in the OpenAPI document. @param {Schema} schema @returns {string} */
function typeOf(schema) {
  if (schema.$ref) return nameOf(schema);
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((one) => `\`${JSON.stringify(one)}\``).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.type === 'object') return 'object';
  return [schema.type ?? 'anything'].flat().join(' or ');
}

const before = `# The local API

<!-- Made from the schemas by \`npm run api-page\`. Do not edit it here. -->

Scripts and editors can see what waits and answer it, as one more client beside the window: the first answer wins, and whoever comes too late hears who was first. The app must run. The \`signalbox\` command ([reference](reference.md#the-signalbox-command)) uses the same API.

| way in | who may use it | on |
|---|---|---|
| the Unix socket \`signalbox.sock\` in the [data folder](reference.md#files), mode 0600 | programs of the same user, without a token | always |
| \`http://127.0.0.1:PORT\` | whoever has the token | off; \`SIGNALBOX_HTTP=PORT\` |

- The token is in \`http-token\` in the data folder, mode 0600. Send it as \`Authorization: Bearer TOKEN\`. Delete the file and turn the API off and on to get a new one. What it opens: [security](security.md#the-local-server).
- If the path of the socket would be longer than the system allows, it is elsewhere, and the file \`signalbox-socket\` says where.
- Bodies are JSON of at most 1 MB. The content type does not matter. There is no CORS.
- An OpenAPI 3.1 document is at \`/api/openapi.json\`; the same schemas serve the requests.`;

const between = `- **Naming a request.** \`requestId\` and \`toolCallId\` both name it: by the id of the request, or by the id of its tool call. With \`requestId\` a decision answers \`{"status":"ok"}\`, with \`toolCallId\` \`{"ok":true}\`.
- **Who was first.** An answer that comes too late gets \`409 already-answered\` with \`answeredBy\` (the surface) and \`answeredAt\`. A request that is gone without an answer gets \`404 ask-gone\`.
- **What can't be allowed here.** A call with a risk mark, or one whose line does not say everything (\`needsLook\`), gets \`403 needs-look\`: a person must see all of it in the window. It can be denied. The reason: [decision 19](decisions/0019-local-server.md).
- **Prompts of tools.** A tool may ask several times in one call. Send the \`interactionId\` that you answer: an answer to an earlier prompt gets \`409 stale-interaction\`. Without it, the answer is for the prompt that waits now.
- **Trust.** A session starts only in a folder that a person trusted in the window: \`403 not-trusted\`. Nobody can turn on automatic approval of everything here.
- **Errors** are \`application/problem+json\`. Decide by \`code\`, not by the text.
- **Events** have ids. Reconnect with \`Last-Event-ID\` and none is missed; if that is no longer possible (the app was started again, or more than 10,000 events ago), the first event is \`reset\`. A comment comes every 15 seconds. A reader that stops reading is disconnected. There may be 200 streams.`;
