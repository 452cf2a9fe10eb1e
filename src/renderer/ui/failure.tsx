import styles from './failure.module.css';

/** Why something did not work, beside where it was tried. */
export function Failure({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <div role="alert" className={styles.failure}>
      {text}
    </div>
  );
}
