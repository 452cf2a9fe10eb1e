import { RichText } from '../markdown/rich-text';
import { Failure } from '../ui/failure';
import { Field } from '../ui/field';
import { ScrollBox } from '../ui/scroll-box';
import styles from './ask.module.css';
import type { AskKindProps } from './ask-body';
import { ActionButton } from './guarded-surface';

/** A plan that the person approves, or sends back with changes. */
export function PlanAsk({ content: { input, whole }, answering: { draft, busy, change, decide } }: AskKindProps) {
  // In a newer CLI it is set only if Claude wrote its plan file.
  const plan = typeof input.plan === 'string' && input.plan.trim() !== '' ? input.plan : null;
  const wanted = draft.change.trim();
  const keepPlanning = (): void =>
    decide({ answer: 'deny', reason: wanted === '' ? 'The user wants to keep planning before anything is done.' : wanted });
  // Approving sends the written text too: Claude reads it when it starts.
  const said = wanted === '' ? {} : { note: wanted };
  return (
    <>
      {plan === null ? (
        <p className={styles.quiet}>Claude did not write its plan down. What it said about it is in the conversation.</p>
      ) : (
        <ScrollBox first name="What Claude would do" className={styles.plan}>
          <RichText text={plan} />
        </ScrollBox>
      )}
      <Field label="What should change?">
        {(control) => (
          <textarea
            {...control}
            className={styles.change}
            value={draft.change}
            onChange={(event) => change({ change: event.target.value })}
          />
        )}
      </Field>
      <Failure text={draft.failure} />
      <div className={styles.actions} data-actions="">
        <ActionButton look="primary" disabled={!whole} busy={busy} onClick={() => decide({ answer: 'allow', ...said })}>
          Approve plan
        </ActionButton>
        <ActionButton disabled={!whole} busy={busy} onClick={() => decide({ answer: 'allow', acceptEdits: true, ...said })}>
          Approve and accept edits
        </ActionButton>
        <ActionButton look="quiet" busy={busy} onClick={keepPlanning}>
          Keep planning
        </ActionButton>
      </div>
    </>
  );
}
