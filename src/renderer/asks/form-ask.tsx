import { Failure } from '../ui/failure';
import styles from './ask.module.css';
import type { AskKindProps } from './ask-body';
import { ActionButton } from './guarded-surface';
import { JudgedText } from './judged-text';

/** What an MCP server wants filled in. It can be read and declined here. */
export function FormAsk({ ask, content: { input }, answering: { busy, draft, decide } }: AskKindProps) {
  return (
    <>
      <p>{typeof input.message === 'string' ? input.message : ask.summary}</p>
      <JudgedText name="Fields asked for" text={JSON.stringify(input, null, 2)} whole={false} />
      <p className={styles.quiet}>Forms can’t be filled in here yet.</p>
      <Failure text={draft.failure} />
      <div className={styles.actions} data-actions="">
        <ActionButton busy={busy} onClick={() => decide({ answer: 'deny' })}>
          Cancel
        </ActionButton>
      </div>
    </>
  );
}
