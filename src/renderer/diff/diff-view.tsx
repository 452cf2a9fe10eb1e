import { useMemo } from 'react';
import { Diff, Hunk, markEdits, tokenize } from 'react-diff-view';
import 'react-diff-view/style/index.css';
import type { PatchHunk } from '../../shared/transcript';
import { ScrollBox } from '../ui/scroll-box';
import styles from './diff.module.css';
import { hunkData } from './hunk-data';

export interface DiffViewProps {
  /** Names it for those who can't see it. */
  readonly name: string;
  readonly hunks: readonly PatchHunk[];
  /** Whether the hunks know where in the file they are. */
  readonly numbered: boolean;
}

/** In more than this, only whole lines are marked as changed: a file may be one line of a megabyte. */
const mostMarked = { lines: 400, characters: 100_000 };

/** What changed, line by line, with the changed words marked. */
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
