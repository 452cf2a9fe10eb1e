import { useMemo } from 'react';
import { EscapedText } from '../base/escaped-text';
import { LongText } from '../ui/long-text';
import styles from './diff.module.css';
import { DiffView } from './diff-view';
import { hunksBetween } from './hunks-between';

export interface TextDiffProps {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Whether the texts are complete, so that their lines can be numbered. */
  readonly numbered?: boolean;
  /** Draw all of the new text, without a button for the rest, even if it is not compared. */
  readonly whole?: boolean;
}

/** The diff of two texts. */
export function TextDiff({ name, before, after, numbered = false, whole = false }: TextDiffProps) {
  const hunks = useMemo(() => hunksBetween(before, after), [before, after]);
  if (hunks === null)
    return (
      <>
        <p className={styles.note}>
          {before === '' ? 'It is long. This is the text:' : 'Too much is different to be compared. This is the new text:'}
        </p>
        <LongText name={name} text={after} whole={whole} draw={draw} />
      </>
    );
  if (hunks.length === 0) return <p className={styles.note}>No line changes.</p>;
  return <DiffView name={name} hunks={hunks} numbered={numbered} />;
}

const draw = (text: string) => <EscapedText text={text} />;
