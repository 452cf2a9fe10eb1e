import { memo, useState } from 'react';
import { assertNever } from '../../shared/assert';
import type { SessionId } from '../../shared/ids';
import type { TranscriptItem } from '../../shared/transcript';
import { host } from '../host';
import { useTask } from '../task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { NoteLine } from './note-line';
import { ResultLine } from './result-line';
import { Said, Thinking, UserMessage } from './speech';
import { ToolCall } from './tool-call';
import styles from './transcript.module.css';

interface TranscriptEntryProps {
  readonly sessionId: SessionId;
  readonly item: TranscriptItem;
}

/** One item, and the way to the rest of it when something was left out. */
export const TranscriptEntry = memo(function TranscriptEntry({ sessionId, item }: TranscriptEntryProps) {
  const [full, setFull] = useState<{ readonly of: TranscriptItem; readonly item: TranscriptItem } | null>(null);
  const task = useTask();
  if (item.kind === 'discarded') return null;
  const whole = full?.of === item ? full.item : null;
  const showAll = async (): Promise<void> => {
    const read = await host.request('transcript.item', { id: sessionId, index: item.index });
    if (read) setFull({ of: item, item: read });
  };
  const nested = 'parentToolUseId' in item && item.parentToolUseId !== null;
  return (
    <div className={nested ? styles.nested : styles.entry}>
      <EntryBody item={whole ?? item} />
      {item.truncated && !whole && (
        <Button small look="link" className={styles.all} disabled={task.busy} onClick={() => task.run(showAll)}>
          Show everything
        </Button>
      )}
      <Failure text={task.failure} />
    </div>
  );
});

function EntryBody({ item }: { readonly item: TranscriptItem }) {
  switch (item.kind) {
    case 'user':
      return <UserMessage item={item} />;
    case 'text':
      return <Said item={item} />;
    case 'thinking':
      return <Thinking item={item} />;
    case 'tool':
      return <ToolCall item={item} />;
    case 'result':
      return <ResultLine item={item} />;
    case 'note':
      return <NoteLine note={item.note} />;
    case 'discarded':
      return null;
    default:
      return assertNever(item);
  }
}
