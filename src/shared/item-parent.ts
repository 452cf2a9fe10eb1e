import type { TranscriptItem } from './transcript';

/** Returns the call that started the item's subagent; null for the main conversation. */
export const parentOf = (item: TranscriptItem): string | null => ('parentToolUseId' in item ? item.parentToolUseId : null);
