import { codeIn } from './code-in';
import styles from './code-words.module.css';

/** Words around one piece of code, which stands in backticks; the code may have backticks of its own, and may be cut off. */
export function CodeWords({ text }: { readonly text: string }) {
  const { before, code, after } = codeIn(text);
  return (
    <>
      {before}
      {code !== '' && <code className={styles.code}>{code}</code>}
      {after}
    </>
  );
}
