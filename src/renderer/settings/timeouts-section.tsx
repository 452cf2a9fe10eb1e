import type { Settings } from '../../shared/settings';
import styles from './settings.module.css';
import { TimeoutRow } from './timeout-row';
import { type AskKind, kindWords, policies } from './timeout-words';

const kinds: readonly AskKind[] = ['permission', 'question', 'plan', 'form'];

/** The time limit of each kind of ask, and what happens when it runs out. */
export function TimeoutsSection({ settings }: { readonly settings: Settings }) {
  return (
    <>
      <p className={styles.lead}>Without a limit a request waits for as long as it takes. With one it shows a countdown.</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">What waits</th>
            <th scope="col">Time limit</th>
            <th scope="col">When the time is up</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <TimeoutRow key={kind} kind={kind} name={kindWords[kind]} timeout={settings.timeouts[kind]} />
          ))}
        </tbody>
      </table>
      <dl className={styles.policies}>
        {policies.map(({ value, label, means }) => (
          <div key={value}>
            <dt>{label}</dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
