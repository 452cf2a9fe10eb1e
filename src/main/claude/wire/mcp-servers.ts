import { z } from 'zod';
import type { McpServerReport } from '../mcp-server-report';
import { flag, maybe, text } from './fields';

/** The `config` of a server is not read: it may hold secrets. */
const Server = z.looseObject({
  name: z.string().min(1),
  status: z.string().catch('unknown'),
  scope: text,
  source: text,
  error: text,
  serverInfo: maybe(z.looseObject({ version: text })),
  tools: maybe(
    z.array(
      z.looseObject({ name: z.string(), description: text, annotations: maybe(z.looseObject({ readOnly: flag, readOnlyHint: flag })) }),
    ),
  ),
});

/** Reads the answer to `mcp_status`. A server that can't be read is left out. */
export function readMcpServers(response: unknown): McpServerReport[] {
  const { mcpServers } = z.looseObject({ mcpServers: z.array(z.unknown()).catch([]) }).parse(response);
  return mcpServers.flatMap((entry) => {
    const server = Server.safeParse(entry).data;
    if (!server) return [];
    const { name, status, scope, source, error, serverInfo, tools } = server;
    return {
      name,
      status,
      source: source ?? scope ?? null,
      error: error ?? null,
      version: serverInfo?.version ?? null,
      tools: (tools ?? []).map((tool) => ({
        name: tool.name,
        description: tool.description ?? '',
        readOnly: tool.annotations?.readOnly ?? tool.annotations?.readOnlyHint ?? false,
      })),
    };
  });
}

/** Reads the answer to `mcp_authenticate`: the page on which the person signs in; null if there is nothing to do. */
export function readSignInPage(response: unknown): string | null {
  return z.looseObject({ authUrl: text }).parse(response).authUrl ?? null;
}
