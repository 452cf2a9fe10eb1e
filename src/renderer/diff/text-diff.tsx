import { useMemo } from 'react';
import { Seen } from '../asks/seen';
import { LongText } from '../ui/long-text';
import styles from './diff.module.css';
import { DiffView } from './diff-view';
import { hunksBetween } from './hunks-between';

export interface TextDiffProps {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Whether the texts are whole, so that their lines can be counted. */
  readonly numbered?: boolean;
}

/** The difference between two texts. */
export function TextDiff({ name, before, after, numbered = false }: TextDiffProps) {
  const hunks = useMemo(() => hunksBetween(before, after), [before, after]);
  if (hunks === null)
    return (
      <>
        <p className={styles.note}>Too much is different to be compared. This is the new text:</p>
        <LongText name={name} text={after} draw={draw} />
      </>
    );
  if (hunks.length === 0) return <p className={styles.note}>No line changes.</p>;
  return <DiffView name={name} hunks={hunks} numbered={numbered} />;
}

const draw = (text: string) => <Seen text={text} />;
