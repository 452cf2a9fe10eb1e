import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Ask } from '../../shared/ask';
import { messageOf } from '../../shared/errors';
import { host } from '../base/host';
import { Button } from '../ui/button';
import { TextWithCode } from '../ui/text-with-code';
import styles from './ask-dialog.module.css';
import { isCall } from './ask-words';

/** Enough time to read one sentence. */
const readMs = 4_000;

/** Says who answered an ask while it was shown, and closes by itself. */
export function GoneAsk({ ask, onClose }: { readonly ask: Ask; readonly onClose: () => void }) {
  const [why, setWhy] = useState('No longer waiting for an answer.');
  const close = useEffectEvent(onClose);
  const words = useRef<HTMLParagraphElement>(null);
  // The focused element is gone. Focus the dialog, not the button: a person who types would press it with the next space.
  useEffect(() => {
    if (document.activeElement === document.body) words.current?.closest<HTMLElement>('[data-ask-dialog]')?.focus();
  }, []);
  useEffect(() => {
    let current = true;
    // Main refuses an ask that is no longer pending, and says who answered it and when.
    host.request('asks.input', { id: ask.id }).catch((error: unknown) => current && setWhy(messageOf(error)));
    const timer = setTimeout(() => close(), readMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [ask.id]);
  return (
    <>
      <p className={styles.summary}>{isCall(ask) ? <TextWithCode text={ask.summary} /> : ask.summary}</p>
      <p ref={words} role="status" className={styles.gone}>
        {why}
      </p>
      <div>
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}
