import type { McpHints } from '../../shared/mcp-hints';
import { parseMcpTool } from '../../shared/tools';
import type { ProtocolPeer } from '../claude/peer';

type Peer = Pick<ProtocolPeer, 'mcpToolHints'>;
type Hints = ReadonlyMap<string, McpHints>;

/** The hints of MCP servers about their tools. They are read from the CLI when the first MCP call of a run arrives. */
export class McpToolHints {
  #known: { readonly peer: Peer; readonly hints: Hints } | null = null;

  /** A hint is valid only for the run that gave it: another run may have other servers. */
  of(tool: string, peer: Peer | null): McpHints | null {
    return (this.#known?.peer === peer && this.#known.hints.get(tool)) || null;
  }

  /** Returns whether there are new hints. */
  async learn(tool: string, peer: Peer): Promise<boolean> {
    if (!parseMcpTool(tool) || this.#known?.peer === peer) return false;
    this.#known = { peer, hints: new Map() };
    const hints = await peer.mcpToolHints();
    if (this.#known.peer !== peer || hints.size === 0) return false;
    this.#known = { peer, hints };
    return true;
  }
}
