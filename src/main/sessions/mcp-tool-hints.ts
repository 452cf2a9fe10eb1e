import type { McpHints } from '../../shared/mcp-hints';
import { parseMcpTool } from '../../shared/tools';
import type { ProtocolPeer } from '../claude/peer';

type Peer = Pick<ProtocolPeer, 'mcpToolHints'>;
type Hints = ReadonlyMap<string, McpHints>;

/** What MCP servers say of their tools. The CLI is asked when the first call of a run arrives. */
export class McpToolHints {
  #known: { readonly peer: Peer; readonly hints: Hints } | null = null;

  /** A hint holds for the run in which it was given: another run may have other servers. */
  of(tool: string, peer: Peer | null): McpHints | null {
    return (this.#known?.peer === peer && this.#known.hints.get(tool)) || null;
  }

  /** True when this taught us something new. */
  async learn(tool: string, peer: Peer): Promise<boolean> {
    if (!parseMcpTool(tool) || this.#known?.peer === peer) return false;
    this.#known = { peer, hints: new Map() };
    const hints = await peer.mcpToolHints();
    if (this.#known.peer !== peer || hints.size === 0) return false;
    this.#known = { peer, hints };
    return true;
  }
}
