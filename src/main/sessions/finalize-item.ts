import type { InteractionStep, ToolItem, TranscriptItem } from '../../shared/transcript';

/** Marks an in-progress item as ended, for a transcript with no live run. Returns the same object when it has ended already. */
export function finalizeItem(item: TranscriptItem): TranscriptItem {
  switch (item.kind) {
    case 'user':
      return item.state === 'queued' ? { ...item, state: 'withdrawn' } : item;
    case 'text':
    case 'thinking':
      return item.state === 'streaming' ? { ...item, state: 'cut' } : item;
    case 'tool':
      return endServerPrompts(item.status === 'running' ? { ...item, status: 'interrupted' } : item);
    case 'note':
      if (item.note.what === 'retry' && !item.note.over) return { ...item, note: { ...item.note, over: true } };
      if (item.note.what === 'compaction' && item.note.state === 'running') return { ...item, note: { ...item.note, state: 'failed' } };
      if (item.note.what === 'interaction' && waitsInRun(item.note.step))
        return { ...item, note: { ...item.note, step: { ...item.note.step, isOpen: false } } };
      return item;
    default:
      return item;
  }
}

/** An MCP server waits in its run. A tool of ours may still get its answer. */
const waitsInRun = ({ isOpen, origin }: InteractionStep): boolean => isOpen && origin.by === 'server';

const endServerPrompts = (item: ToolItem): ToolItem =>
  item.interactions?.some(waitsInRun)
    ? { ...item, interactions: item.interactions.map((step) => (waitsInRun(step) ? { ...step, isOpen: false } : step)) }
    : item;
