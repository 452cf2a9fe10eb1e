import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import type { AskId } from '../../shared/ids';
import { asksAtom, sessionsAtom } from '../base/app-state';

/** Announces the first new ask to screen readers. It is the one that the dialog opens with. */
export function AskAnnouncer() {
  const asks = useAtomValue(asksAtom);
  const sessions = useAtomValue(sessionsAtom)?.sessions;
  const known = useRef<ReadonlySet<AskId>>(new Set());
  const [said, setSaid] = useState('');
  useEffect(() => {
    const fresh = asks.filter(({ id }) => !known.current.has(id));
    known.current = new Set(asks.map(({ id }) => id));
    const [first] = fresh;
    if (!first) return;
    const title = sessions?.find(({ id }) => id === first.sessionId)?.title ?? 'A session';
    setSaid(`${title} is waiting for you: ${first.summary}${fresh.length > 1 ? `, and ${fresh.length - 1} more` : ''}`);
  }, [asks, sessions]);
  return (
    <div className="visually-hidden" aria-live="polite">
      {asks.length > 0 && said}
    </div>
  );
}
