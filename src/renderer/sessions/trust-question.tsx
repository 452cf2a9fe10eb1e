import { Checkbox } from '../ui/field';
import styles from './new-session.module.css';

interface TrustQuestionProps {
  readonly wouldRun: readonly string[];
  readonly trust: boolean;
  readonly onChange: (trust: boolean) => void;
}

/** Asks whether to trust a folder on first use, because Claude Code runs a folder's own code when it starts there. */
export function TrustQuestion({ wouldRun, trust, onChange }: TrustQuestionProps) {
  return (
    <div className={styles.trust}>
      <p className={styles.question}>Do you trust the files in this folder?</p>
      <p>
        {wouldRun.length > 0
          ? 'If you trust this folder, Claude Code runs and follows what it brings along, without asking:'
          : 'If you trust this folder, Claude Code follows its settings and runs the hooks and MCP servers it brings along, without asking. It has none of these now.'}
      </p>
      {wouldRun.length > 0 && (
        <ul>
          {wouldRun.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
      )}
      <Checkbox label="I trust the files in this folder" checked={trust} onChange={onChange} />
      <p className={styles.aside}>Otherwise the session starts with only your own settings.</p>
    </div>
  );
}
