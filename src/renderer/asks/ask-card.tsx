import { useLayoutEffect, useRef } from 'react';
import type { Ask } from '../../shared/ask';
import { composerId } from '../base/composer-id';
import styles from './ask.module.css';
import { AskBody } from './ask-body';
import { cardNames, fromWhom, headings } from './ask-words';
import { GuardedSurface } from './guarded-surface';

/** An ask where it came up: in the transcript. `changedAt`: when it came to stand where it is. */
export function AskCard({ ask, changedAt }: { readonly ask: Ask; readonly changedAt: number }) {
  const card = useRef<HTMLDivElement>(null);
  // Whoever answered here writes on.
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
        {ask.agentId !== null && <span className={styles.chip}>{fromWhom(ask)}</span>}
      </h2>
      <GuardedSurface changedAt={changedAt} className={styles.body}>
        <AskBody ask={ask} surface="card" />
      </GuardedSurface>
    </div>
  );
}
