import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { tooLateAtom } from './answer';
import styles from './inbox.module.css';

/** Long enough to read one sentence. */
const readMs = 4_000;

/** Says who was first to answer what a person has just answered, and goes by itself. */
export function TooLate() {
  const [words, setWords] = useAtom(tooLateAtom);
  useEffect(() => {
    if (words === null) return;
    const timer = setTimeout(() => setWords(null), readMs);
    return () => clearTimeout(timer);
  }, [words, setWords]);
  return (
    <p role="status" className={styles.late}>
      {words}
    </p>
  );
}
