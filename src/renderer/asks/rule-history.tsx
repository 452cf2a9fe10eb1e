import type { RuleTrial } from '../../shared/rule';
import { decisionWords } from '../ledger/decision-words';
import { ago, count, counted } from '../ui/amounts';
import { TextWithCode } from '../ui/text-with-code';
import styles from './ask.module.css';

/** Shows which past calls a rule would have decided. */
export function RuleHistory({ tool, trial }: { readonly tool: string; readonly trial: RuleTrial | 'unknown' | null }) {
  if (trial === null) return <p className={styles.quiet}>Looking through what was asked before…</p>;
  if (trial === 'unknown') return <p className={styles.quiet}>What it would have matched in the past can’t be found out.</p>;
  if (trial.of === 0) return <p className={styles.quiet}>No call of {tool} was asked about before.</p>;
  const says = `Would have matched ${count(trial.count)} of ${counted(trial.of, 'past call')} of ${tool}`;
  if (trial.matches.length === 0) return <p className={styles.quiet}>{says}</p>;
  return (
    <details className={styles.history}>
      <summary>{trial.matches.length < trial.count ? `${says}, the newest ${trial.matches.length}:` : says}</summary>
      <ul>
        {trial.matches.map(({ summary, session, at, decision }) => (
          <li key={`${at}/${summary}`}>
            <span>
              <TextWithCode text={summary} />
            </span>
            <small>
              {session}, {decisionWords({ decision, kind: 'permission', edited: false }).text.toLowerCase()}, {ago(at)}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}
