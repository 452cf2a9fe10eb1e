import { Fragment, useMemo } from 'react';
import { Decoration, Diff, Hunk } from 'react-diff-view';
import 'react-diff-view/style/index.css';
import { LongText } from '../ui/long-text';
import { ScrollBox } from '../ui/scroll-box';
import { diffHunks } from './diff-hunks';
import styles from './file-diff.module.css';

interface FileDiffProps {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** What would change in a file, line by line. */
export function FileDiff({ path, before, after }: FileDiffProps) {
  const hunks = useMemo(() => diffHunks(before, after), [before, after]);
  if (hunks === null) return <LongText name={`New contents of ${path}`} text={after} />;
  if (hunks.length === 0) return <p className={styles.same}>Nothing in the file would change.</p>;
  return (
    <ScrollBox name={`Changes to ${path}`} className={styles.frame}>
      <Diff viewType="unified" diffType="modify" hunks={hunks}>
        {(shown) =>
          shown.map((hunk, at) => (
            <Fragment key={hunk.content}>
              {at > 0 && (
                <Decoration>
                  <div className={styles.between}>{hunk.content}</div>
                </Decoration>
              )}
              <Hunk hunk={hunk} />
            </Fragment>
          ))
        }
      </Diff>
    </ScrollBox>
  );
}
