import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';

type Fetch = Parameters<typeof getRequestListener>[0];

/** More connections are closed at once. Each of the other listener's callers has their own. */
const mostConnections = 512;

/** A server with limits: a caller that is slow to send its request, or sends none, keeps no connection. */
export function createListener(fetch: Fetch): Server {
  const server = createServer(
    {
      // A sender of two lengths, or of a header that can be read in two ways, is refused.
      insecureHTTPParser: false,
      maxHeaderSize: 16_384,
      headersTimeout: 5_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 5_000,
    },
    getRequestListener(fetch, { overrideGlobalObjects: false }),
  );
  server.maxConnections = mostConnections;
  server.maxHeadersCount = 100;
  return server;
}

/** Opens a server. Rejects if the place is taken or can't be used. */
export function listen(server: Server, place: { readonly path: string } | { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Ends every connection, also those of open event streams. */
export function closeListener(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
