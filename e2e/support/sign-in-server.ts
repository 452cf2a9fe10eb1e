import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { z } from 'zod';

/** An MCP server on loopback that serves only who has signed in, and the page on which a person does so. */
export interface SignInServer {
  /** The address for the configuration of the CLI. */
  readonly url: string;
  close(): void;
}

const token = 'signed-in';
const Message = z.looseObject({ id: z.union([z.string(), z.number()]).optional(), method: z.string() });

export async function startSignInServer(): Promise<SignInServer> {
  let base = '';
  const server = createServer(async (request, response) => {
    const body = await readText(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', base);
    const send = (value: object, status = 200, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    };
    if (pathname.startsWith('/.well-known/oauth-protected-resource')) send({ resource: `${base}/mcp`, authorization_servers: [base] });
    else if (pathname.startsWith('/.well-known/')) send(metadata(base));
    else if (pathname === '/register') send({ client_id: 'claude', ...JSON.parse(body) }, 201);
    // The page of a person who agrees at once.
    else if (pathname === '/authorize') {
      const back = new URL(searchParams.get('redirect_uri') ?? base);
      back.search = new URLSearchParams({ code: 'agreed', state: searchParams.get('state') ?? '' }).toString();
      response.writeHead(302, { location: back.href }).end();
    } else if (pathname === '/token') send({ access_token: token, token_type: 'Bearer', expires_in: 3_600 });
    else if (pathname !== '/mcp') send({}, 404);
    else if (request.headers.authorization !== `Bearer ${token}`)
      send({}, 401, { 'www-authenticate': `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource"` });
    else if (request.method !== 'POST') response.writeHead(405).end();
    else {
      const { id, method } = Message.parse(JSON.parse(body));
      if (id === undefined) response.writeHead(202).end();
      else send({ jsonrpc: '2.0', id, ...answer(method) });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  base = `http://127.0.0.1:${address.port}`;
  return {
    url: `${base}/mcp`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const metadata = (base: string) => ({
  issuer: base,
  authorization_endpoint: `${base}/authorize`,
  token_endpoint: `${base}/token`,
  registration_endpoint: `${base}/register`,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
});

function answer(method: string): object {
  if (method === 'initialize')
    return { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'private', version: '9' } } };
  if (method === 'tools/list') return { result: { tools: [{ name: 'secret', description: 'A secret', inputSchema: { type: 'object' } }] } };
  return { error: { code: -32601, message: 'There is no such method.' } };
}
