import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SessionId } from '../../shared/ids';
import type { McpServerStatus } from '../../shared/mcp-server';
import { host } from '../base/host';
import { catchFailure, type Failure } from '../base/task';

/** Claude Code does not report when a server has connected, or when a person has signed in. */
const lookAgainMs = 2_000;

export interface McpServers {
  /** Null until the first answer. */
  readonly servers: readonly McpServerStatus[] | null;
  /** Why they could not be read. */
  readonly failure: Failure | null;
  readonly read: () => void;
}

/** The MCP servers of a session, read again when something may have changed, and often while something is about to change. */
export function useMcpServers(id: SessionId, isSigningIn: boolean): McpServers {
  const [servers, setServers] = useState<readonly McpServerStatus[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const newest = useRef(0);
  const read = async (): Promise<void> => {
    newest.current += 1;
    const mine = newest.current;
    let list: readonly McpServerStatus[] | null = null;
    const failed = await catchFailure(async () => {
      list = await host.request('mcp.servers', { id });
    });
    // A newer answer may have come first.
    if (mine !== newest.current) return;
    setFailure(failed);
    if (!failed) setServers(list);
  };
  const readNow = useEffectEvent(read);
  useEffect(() => {
    void readNow();
    const stop = host.on('mcp.changed', (ids) => {
      if (ids.includes(id)) void readNow();
    });
    return () => {
      newest.current += 1;
      stop();
    };
  }, [id]);
  const isMoving = isSigningIn || servers?.some(({ state }) => state === 'pending') === true;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => void readNow(), lookAgainMs);
    return () => clearInterval(timer);
  }, [isMoving]);
  return { servers: failure ? null : servers, failure, read: () => void read() };
}
