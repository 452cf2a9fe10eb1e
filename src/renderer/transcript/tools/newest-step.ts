import { pathInFolder } from '../../../shared/path-in-folder';
import type { ToolItem, TranscriptItem } from '../../../shared/transcript';
import { toolName, toolSummary } from '../../base/tool-summary';

/** Describes the last call of a subagent that the window holds, in one line; null if it holds none. */
export function newestStep(items: Iterable<TranscriptItem>, toolUseId: string, folder: string): string | null {
  let newest: ToolItem | null = null;
  for (const item of items)
    if (item.kind === 'tool' && item.parentToolUseId === toolUseId && item.index > (newest?.index ?? -1)) newest = item;
  return newest && `${toolName(newest.name)} ${pathInFolder(toolSummary(newest.changed ?? newest.input), folder)}`.trim();
}
