import { mcpTool } from '../asks/call';
import type { ProtocolPeer } from '../claude/peer';

type Peer = Pick<ProtocolPeer, 'readOnlyTools'>;

/** Which tools of MCP servers say that they only read. The CLI is asked when the first call of a run comes by. */
export class ReadOnlyTools {
  #known: { readonly peer: Peer; readonly names: ReadonlySet<string> } | null = null;

  /** Servers may be others in another run. */
  has(tool: string, peer: Peer | null): boolean {
    return this.#known?.peer === peer && this.#known.names.has(tool);
  }

  /** True when something was learned that was not known before. */
  async learn(tool: string, peer: Peer): Promise<boolean> {
    if (!mcpTool(tool) || this.#known?.peer === peer) return false;
    this.#known = { peer, names: new Set() };
    const names = await peer.readOnlyTools();
    if (this.#known.peer !== peer || names.length === 0) return false;
    this.#known = { peer, names: new Set(names) };
    return true;
  }
}
