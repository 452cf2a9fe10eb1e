import { memo, useContext, useEffect, useState } from 'react';
import { assertNever } from '../../shared/assert';
import type { SessionId } from '../../shared/ids';
import { parentOf } from '../../shared/item-parent';
import { toolKind } from '../../shared/tools';
import type { ResultItem, TranscriptItem } from '../../shared/transcript';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { count, duration, money } from '../ui/amounts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { NoteLine } from './note-line';
import { Said, Thinking, UserMessage } from './speech';
import { RevealedContext } from './tools/folds';
import { shownContent } from './tools/shown-content';
import { ToolCall } from './tools/tool-call';
import styles from './transcript.module.css';

interface TranscriptEntryProps {
  readonly sessionId: SessionId;
  readonly item: TranscriptItem;
}

/** One item, with a button for the rest if it was truncated. */
export const TranscriptEntry = memo(function TranscriptEntry({ sessionId, item }: TranscriptEntryProps) {
  const [full, setFull] = useState<{ readonly of: TranscriptItem; readonly item: TranscriptItem } | null>(null);
  const revealed = useContext(RevealedContext);
  const task = useTask();
  const whole = full?.of === item ? full.item : null;
  const showAll = (): void =>
    task.run(async () => {
      const read = await host.request('transcript.item', { id: sessionId, index: item.index });
      if (read) setFull({ of: item, item: read });
    });
  const wanted = (revealed || showsPicture(item)) && item.truncated && !whole;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown may be in what was left out
  useEffect(() => {
    if (wanted) showAll();
  }, [wanted]);
  return (
    <div className={parentOf(item) === null ? styles.entry : styles.nested}>
      <EntryBody item={whole ?? item} />
      {item.truncated && !whole && (
        <Button small look="link" className={styles.all} busy={task.busy} onClick={showAll}>
          Show everything
        </Button>
      )}
      <Failure text={task.failure} />
    </div>
  );
});

/** Half of a picture that Claude shows can’t be drawn, and a picture that a tool returned is all that there is to see. */
const showsPicture = (item: TranscriptItem): boolean =>
  item.kind === 'tool' &&
  ((item.result?.images.length ?? 0) > 0 || (toolKind(item.name) === 'show' && shownContent(item.input)?.what === 'image'));

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

const outcomeWords = { done: 'Done', interrupted: 'Interrupted', failed: 'Failed' } as const;

/** The end of a turn: its outcome, duration and cost. */
function ResultLine({ item }: { readonly item: ResultItem }) {
  const { outcome, text, apiErrorStatus, costUsd, tokens, durationMs } = item;
  const input = tokens.input + tokens.cacheRead + tokens.cacheWrite;
  const facts = [
    duration(durationMs),
    ...(costUsd === null ? [] : [money(costUsd)]),
    ...(input + tokens.output > 0 ? [`${count(input)} tokens in, ${count(tokens.output)} out`] : []),
  ];
  return (
    <div className={styles.result} data-outcome={outcome}>
      <span className={styles.outcome}>
        {outcomeWords[outcome]}
        {outcome === 'failed' && apiErrorStatus !== null && ` (API error ${apiErrorStatus})`}
      </span>
      {text !== null && <span>{text}</span>}
      <span className={`${styles.facts} tabular`}>{facts.join(' · ')}</span>
    </div>
  );
}
