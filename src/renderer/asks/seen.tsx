import { seen, seenParts } from '../../shared/unseen';
import styles from './seen.module.css';

/** More than this is drawn as one text: no page has room for so many marks. */
const mostMarked = 2_000;

/** What would run or be written: what can't be seen in it is named, and marked as what the text does not say itself. */
export function Seen({ text }: { readonly text: string }) {
  const parts = seenParts(text);
  if (parts.length > mostMarked) return seen(text);
  return parts.map((part, at) =>
    part.named ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts are those of one text, and may be equal
      <mark key={at} className={styles.named}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
