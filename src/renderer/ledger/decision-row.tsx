import { useAtomValue } from 'jotai';
import { askedByWords } from '../../shared/asked-by';
import type { DecisionEntry } from '../../shared/ledger';
import { sessionsAtom } from '../base/app-state';
import { ago, duration } from '../ui/amounts';
import { TextWithCode } from '../ui/text-with-code';
import { byWords, decisionWords } from './decision-words';
import styles from './decisions.module.css';

/** One decision: what it was about and what came of it; where, why and how long it waited below. */
export function DecisionRow({ entry }: { readonly entry: DecisionEntry }) {
  const { kind, summary, sessionId, decidedAt, waitedMs, askedBy, changedByHook } = entry;
  const title = useAtomValue(sessionsAtom)?.sessions.find(({ id }) => id === sessionId)?.title ?? 'A closed session';
  const { text, look } = decisionWords(entry);
  const asked = [...(askedBy ? [askedByWords(askedBy)] : []), ...(changedByHook ? ['changed by your hook'] : [])];
  const facts = [title, ...asked, ...byWords(entry), ...(waitedMs < 100 ? [] : [`waited ${duration(waitedMs)}`])];
  return (
    <li className={styles.row}>
      <span className={`${styles.decision} ${styles[look]}`}>{text}</span>
      <span className={styles.what}>
        {kind === 'permission' ? <TextWithCode text={summary} /> : summary}
        <small>{facts.join(' · ')}</small>
      </span>
      <time dateTime={new Date(decidedAt).toISOString()} title={new Date(decidedAt).toLocaleString('en')}>
        {ago(decidedAt)}
      </time>
    </li>
  );
}
