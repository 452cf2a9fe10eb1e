import type { z } from 'zod';
import type { McpHints } from '../../shared/mcp-hints';
import { mcpToolName } from '../../shared/tools';
import type { McpStatus } from './answers';

/**
 * The hints for each tool, by the name under which the CLI asks about it: always the server's name and the tool's, whatever the tool
 * calls itself. Two servers can end up with one name (`a__b` + `c`, `a` + `b__c`); then the more careful hint counts.
 */
export function hintsOf({ mcpServers }: z.infer<typeof McpStatus>): ReadonlyMap<string, McpHints> {
  const hints = new Map<string, McpHints>();
  for (const { name: server, tools } of mcpServers)
    for (const { name, annotations } of tools) {
      const full = mcpToolName(server, name);
      const before = hints.get(full);
      hints.set(full, {
        readOnly: (annotations?.readOnly ?? annotations?.readOnlyHint ?? false) && before?.readOnly !== false,
        openWorld: (annotations?.openWorld ?? annotations?.openWorldHint ?? false) || before?.openWorld === true,
        destructive: (annotations?.destructive ?? annotations?.destructiveHint ?? false) || before?.destructive === true,
      });
    }
  return hints;
}
