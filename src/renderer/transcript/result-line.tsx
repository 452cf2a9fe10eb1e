import type { ResultItem } from '../../shared/transcript';
import { count, duration, money } from '../ui/amounts';
import styles from './transcript.module.css';

const outcomeWords = { done: 'Done', interrupted: 'Interrupted', failed: 'Failed' } as const;

/** The end of a turn: how it ended and what it took. */
export function ResultLine({ item }: { readonly item: ResultItem }) {
  const { outcome, text, apiErrorStatus, costUsd, tokens, durationMs } = item;
  const input = tokens.input + tokens.cacheRead + tokens.cacheWrite;
  const facts = [
    duration(durationMs),
    ...(costUsd === null ? [] : [money(costUsd)]),
    ...(input + tokens.output > 0 ? [`${count(input)} tokens in, ${count(tokens.output)} out`] : []),
  ];
  return (
    <div className={styles.result} data-outcome={outcome}>
      <span className={styles.outcome}>
        {outcomeWords[outcome]}
        {outcome === 'failed' && apiErrorStatus !== null && ` (API error ${apiErrorStatus})`}
      </span>
      {text !== null && <span>{text}</span>}
      <span className={`${styles.facts} tabular`}>{facts.join(' · ')}</span>
    </div>
  );
}
