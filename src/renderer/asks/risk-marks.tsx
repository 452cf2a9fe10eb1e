import type { RiskMark } from '../../shared/risk';
import styles from './ask.module.css';

/** The reasons to look twice before allowing the call. */
export function RiskMarks({ marks }: { readonly marks: readonly RiskMark[] }) {
  if (marks.length === 0) return null;
  return (
    <ul aria-label="Look twice" className={styles.marks}>
      {marks.map(({ text, grave }) => (
        <li key={text} className={grave ? styles.grave : styles.mark}>
          {text}
        </li>
      ))}
    </ul>
  );
}
