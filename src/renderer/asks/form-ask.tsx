import { formOf } from '../../shared/ask';
import { startValues } from '../../shared/form';
import { Failure } from '../ui/failure';
import styles from './ask.module.css';
import type { AskKindProps } from './ask-body';
import { ActionButton } from './guarded-surface';

/** A form of one of our tools or of an MCP server. */
export function FormAsk({ ask, content: { input }, answering: { draft, busy, decide } }: AskKindProps) {
  const form = formOf(input);
  return (
    <div className={styles.body}>
      <p>{ask.interaction?.prompt}</p>
      <Failure text={draft.failure} />
      <div className={styles.actions} data-actions="">
        <ActionButton
          look="primary"
          busy={busy}
          disabled={form === null}
          onClick={() => decide({ answer: 'submit', values: form?.mode === 'form' ? startValues(form.fields, form.initialValues) : {} })}
        >
          Submit
        </ActionButton>
        <ActionButton look="quiet" busy={busy} onClick={() => decide({ answer: 'cancel' })}>
          Cancel
        </ActionButton>
      </div>
    </div>
  );
}
