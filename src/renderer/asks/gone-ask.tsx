import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Ask } from '../../shared/ask';
import { messageOf } from '../../shared/errors';
import { host } from '../base/host';
import { Button } from '../ui/button';
import { TextWithCode } from '../ui/text-with-code';
import styles from './ask-dialog.module.css';

/** Long enough to read one sentence. */
const readMs = 4_000;

/** Says who answered an ask while it was shown, and goes by itself. */
export function GoneAsk({ ask, onClose }: { readonly ask: Ask; readonly onClose: () => void }) {
  const [why, setWhy] = useState('No longer waiting for an answer.');
  const close = useEffectEvent(onClose);
  const words = useRef<HTMLParagraphElement>(null);
  // What had the focus is gone. Not to the button: whoever was writing would press it by the next space.
  useEffect(() => {
    if (document.activeElement === document.body) words.current?.closest<HTMLElement>('[data-ask-dialog]')?.focus();
  }, []);
  useEffect(() => {
    let current = true;
    // What no longer waits is refused, with who was first and when.
    host.request('asks.input', { id: ask.id }).catch((error: unknown) => current && setWhy(messageOf(error)));
    const timer = setTimeout(() => close(), readMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [ask.id]);
  return (
    <>
      <p className={styles.summary}>{ask.kind === 'permission' ? <TextWithCode text={ask.summary} /> : ask.summary}</p>
      <p ref={words} role="status" className={styles.gone}>
        {why}
      </p>
      <div>
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}
