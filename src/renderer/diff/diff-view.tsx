import { useMemo } from 'react';
import { Diff, Hunk, markEdits, tokenize } from 'react-diff-view';
import 'react-diff-view/style/index.css';
import type { PatchHunk } from '../../shared/transcript';
import { ScrollBox } from '../ui/scroll-box';
import styles from './diff.module.css';
import { hunkData } from './hunk-data';

export interface DiffViewProps {
  /** The accessible name. */
  readonly name: string;
  readonly hunks: readonly PatchHunk[];
  /** Whether the hunks have line numbers of the file. */
  readonly numbered: boolean;
}

/** In a longer text only whole lines are marked as changed, because a line can be a megabyte long. */
const mostMarked = { lines: 400, characters: 100_000 };

/** A diff by lines, with the changed words marked. */
export function DiffView({ name, hunks, numbered }: DiffViewProps) {
  const data = useMemo(() => hunks.map(hunkData), [hunks]);
  const tokens = useMemo(() => {
    const lines = data.flatMap(({ changes }) => changes);
    const characters = lines.reduce((sum, { content }) => sum + content.length, 0);
    return lines.length > mostMarked.lines || characters > mostMarked.characters
      ? null
      : tokenize(data, { enhancers: [markEdits(data, { type: 'block' })] });
  }, [data]);
  return (
    <ScrollBox name={name} className={styles.diff}>
      <Diff viewType="unified" diffType="modify" hunks={data} tokens={tokens} gutterType={numbered ? 'default' : 'none'}>
        {(all) => all.map((hunk) => <Hunk key={`${hunk.oldStart}/${hunk.newStart}`} hunk={hunk} />)}
      </Diff>
    </ScrollBox>
  );
}
