import { escapeInvisible, splitInvisible } from '../../shared/invisible';
import styles from './escaped-text.module.css';

/** A text with more parts is drawn without marks, which would make the page slow. */
const maxParts = 2_000;

/** Text that a person judges, with its invisible characters escaped and marked. */
export function EscapedText({ text }: { readonly text: string }) {
  const parts = splitInvisible(text);
  if (parts.length > maxParts) return escapeInvisible(text);
  return parts.map((part, at) =>
    part.escaped ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts are those of one text, and may be equal
      <mark key={at} className={styles.escaped}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
