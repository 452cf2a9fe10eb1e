import type { ToolItem, TranscriptItem } from '../../../shared/transcript';
import { toolName, toolSummary } from '../tool-summary';

/** The last call that a subagent made, in a line, as far as it is held; null when none is. */
export function newestStep(items: Iterable<TranscriptItem>, toolUseId: string): string | null {
  let newest: ToolItem | null = null;
  for (const item of items)
    if (item.kind === 'tool' && item.parentToolUseId === toolUseId && item.index > (newest?.index ?? -1)) newest = item;
  return newest && `${toolName(newest.name)} ${toolSummary(newest.input)}`.trim();
}
