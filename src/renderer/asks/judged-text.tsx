import { EscapedText } from '../base/escaped-text';
import { counted } from '../ui/amounts';
import { LongText } from '../ui/long-text';
import styles from './ask.module.css';

/** About as much as fits in view. */
const inView = { lines: 18, characters: 1_500 };

interface JudgedTextProps {
  readonly name: string;
  readonly text: string;
  /** Draw all of it, without a button for the rest. */
  readonly whole: boolean;
}

/** Text that a person decides about. Invisible characters are named, and a long text says its length below. */
export function JudgedText({ name, text, whole }: JudgedTextProps) {
  const lines = text.split('\n').length;
  const length = lines > inView.lines ? counted(lines, 'line') : text.length > inView.characters ? counted(text.length, 'character') : null;
  return (
    <>
      <LongText name={name} text={text} whole={whole} draw={draw} />
      {length !== null && <p className={styles.quiet}>{length}</p>}
    </>
  );
}

const draw = (text: string) => <EscapedText text={text} />;
