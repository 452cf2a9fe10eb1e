import { pathInFolder } from '../../../shared/path-in-folder';
import type { ToolItem, TranscriptItem } from '../../../shared/transcript';
import { toolName, toolSummary } from '../../base/tool-summary';

/** The last call that a subagent made, in a line as it reads in the session's folder, as far as it is held; null when none is. */
export function newestStep(items: Iterable<TranscriptItem>, toolUseId: string, folder: string): string | null {
  let newest: ToolItem | null = null;
  for (const item of items)
    if (item.kind === 'tool' && item.parentToolUseId === toolUseId && item.index > (newest?.index ?? -1)) newest = item;
  return newest && `${toolName(newest.name)} ${pathInFolder(toolSummary(newest.changed ?? newest.input), folder)}`.trim();
}
