import type { Ask } from '../../shared/ask';
import { askedByWords } from '../../shared/asked-by';
import styles from './ask.module.css';

/** Says which part of the person's own Claude setup caused the ask, and whether a hook changed the call. */
export function AskedByLine({ ask: { askedBy, changedByHook } }: { readonly ask: Pick<Ask, 'askedBy' | 'changedByHook'> }) {
  return (
    <>
      {askedBy && <p className={styles.askedBy}>{askedByWords(askedBy)}</p>}
      {changedByHook && <p className={styles.askedBy}>Your hook changed this call. This is what would run.</p>}
    </>
  );
}
