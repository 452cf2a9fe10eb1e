import { useLayoutEffect, useRef } from 'react';
import type { Ask } from '../../shared/ask';
import { composerId } from '../base/composer-id';
import styles from './ask.module.css';
import { AskBody } from './ask-body';
import { cardNames, describeSubagent, headings } from './ask-words';
import { GuardedSurface } from './guarded-surface';

/** An ask in the transcript. `changedAt` is when it appeared, changed or moved. */
export function AskCard({ ask, changedAt }: { readonly ask: Ask; readonly changedAt: number }) {
  const card = useRef<HTMLDivElement>(null);
  // After an answer here, the person can go on typing.
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById(composerId)?.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a card
    <div ref={card} role="group" aria-label={cardNames[ask.kind](ask)} className={styles.card}>
      <h2 className={styles.heading}>
        {headings[ask.kind](ask)}
        {ask.agentId !== null && <span className={styles.chip}>{describeSubagent(ask)}</span>}
      </h2>
      <GuardedSurface changedAt={changedAt} className={styles.body}>
        <AskBody ask={ask} surface="card" />
      </GuardedSurface>
    </div>
  );
}
