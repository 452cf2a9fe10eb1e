import { useState } from 'react';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { ScrollBox } from '../ui/scroll-box';
import type { AskBodyProps } from './ask-card';
import styles from './ask-card.module.css';

/** A plan that waits to be approved, or sent back with what should change. */
export function PlanAsk({ ask, content: { input, whole }, answer: { busy, decide } }: AskBodyProps) {
  const [change, setChange] = useState('');
  const plan = typeof input.plan === 'string' ? input.plan : ask.summary;
  const keepPlanning = (): void =>
    decide({ answer: 'deny', reason: change.trim() === '' ? 'The user wants to keep planning before anything is done.' : change.trim() });
  return (
    <>
      <ScrollBox name="What Claude would do" className={styles.plan}>
        {plan}
      </ScrollBox>
      <Field label="What should change?">
        {(control) => (
          <textarea {...control} className={styles.change} value={change} onChange={(event) => setChange(event.target.value)} />
        )}
      </Field>
      <div className={styles.actions}>
        <Button look="primary" disabled={busy || !whole} onClick={() => decide({ answer: 'allow' })}>
          Approve plan
        </Button>
        <Button disabled={busy || !whole} onClick={() => decide({ answer: 'allow', acceptEdits: true })}>
          Approve and accept edits
        </Button>
        <Button look="quiet" disabled={busy} onClick={keepPlanning}>
          Keep planning
        </Button>
      </div>
    </>
  );
}
