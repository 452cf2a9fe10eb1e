import styles from './failure.module.css';

/** The reason why something failed, shown beside its control. */
export function Failure({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <div role="alert" className={styles.failure}>
      {text}
    </div>
  );
}
