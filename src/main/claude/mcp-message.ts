import type { JsonObject } from '../../shared/json-object';

/** A JSON-RPC message between the CLI and an MCP server that runs in the app. */
export interface McpMessage {
  readonly server: string;
  readonly message: JsonObject;
}

/** Returns the answer to a message; null if it is a notification, which has none. */
export type ServeMcpMessage = (message: McpMessage, signal: AbortSignal) => Promise<JsonObject | null>;
