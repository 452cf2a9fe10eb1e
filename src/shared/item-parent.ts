import type { TranscriptItem } from './transcript';

/** The call whose subagent an item belongs to; null in the main conversation. */
export const parentOf = (item: TranscriptItem): string | null => ('parentToolUseId' in item ? item.parentToolUseId : null);
