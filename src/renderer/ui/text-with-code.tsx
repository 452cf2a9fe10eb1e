import { splitCode } from './split-code';
import styles from './text-with-code.module.css';

/** A text with one piece of code in backticks. The code itself may contain backticks, and may be cut off. */
export function TextWithCode({ text }: { readonly text: string }) {
  const { before, code, after } = splitCode(text);
  return (
    <>
      {before}
      {code !== '' && <code className={styles.code}>{code}</code>}
      {after}
    </>
  );
}
