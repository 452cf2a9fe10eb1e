import type { TranscriptItem } from '../../shared/transcript';

/** Marks an in-progress item as ended, for a transcript with no live run. Returns the same object when it has ended already. */
export function finalizeItem(item: TranscriptItem): TranscriptItem {
  switch (item.kind) {
    case 'user':
      return item.state === 'queued' ? { ...item, state: 'withdrawn' } : item;
    case 'text':
    case 'thinking':
      return item.state === 'streaming' ? { ...item, state: 'cut' } : item;
    case 'tool':
      return item.status === 'running' ? { ...item, status: 'interrupted' } : item;
    case 'note':
      if (item.note.what === 'retry' && !item.note.over) return { ...item, note: { ...item.note, over: true } };
      if (item.note.what === 'compaction' && item.note.state === 'running') return { ...item, note: { ...item.note, state: 'failed' } };
      return item;
    default:
      return item;
  }
}
