import { Button } from '../ui/button';
import { LongText } from '../ui/long-text';
import type { AskBodyProps } from './ask-card';
import styles from './ask-card.module.css';

/** What an MCP server wants filled in. It can be read and declined here. */
export function FormAsk({ ask, content: { input }, answer: { busy, decide } }: AskBodyProps) {
  return (
    <>
      <p>{typeof input.message === 'string' ? input.message : ask.summary}</p>
      <LongText name="Fields asked for" text={JSON.stringify(input, null, 2)} />
      <p className={styles.quiet}>Forms can’t be filled in here yet.</p>
      <div className={styles.actions}>
        <Button disabled={busy} onClick={() => decide({ answer: 'deny' })}>
          Cancel
        </Button>
      </div>
    </>
  );
}
