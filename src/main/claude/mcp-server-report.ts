/** What the CLI reports about one of the MCP servers of a run. All texts but the name are the server's or the system's. */
export interface McpServerReport {
  /** The key in the configuration that defines it. */
  readonly name: string;
  /** The CLI's own word: `connected`, `pending`, `failed`, `needs-auth`, `disabled`. Later versions may have others. */
  readonly status: string;
  /** Where it is configured. Null when the CLI does not say. */
  readonly source: string | null;
  readonly error: string | null;
  readonly version: string | null;
  readonly tools: readonly McpToolReport[];
}

export interface McpToolReport {
  readonly name: string;
  /** Empty in all versions so far: they leave it out. */
  readonly description: string;
  /** The tool's own claim. */
  readonly readOnly: boolean;
}
