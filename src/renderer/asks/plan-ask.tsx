import { RichText } from '../markdown/rich-text';
import { Failure } from '../ui/failure';
import { Field } from '../ui/field';
import { ScrollBox } from '../ui/scroll-box';
import styles from './ask.module.css';
import type { AskKindProps } from './ask-body';
import { ActionButton } from './guarded-surface';

/** A plan that waits to be approved, or sent back with what should change. */
export function PlanAsk({ ask, content: { input, whole }, answering: { draft, busy, change, decide } }: AskKindProps) {
  const plan = typeof input.plan === 'string' ? input.plan : ask.summary;
  const wanted = draft.change.trim();
  const keepPlanning = (): void =>
    decide({ answer: 'deny', reason: wanted === '' ? 'The user wants to keep planning before anything is done.' : wanted });
  // What was written is not lost by approving: Claude reads it as it begins.
  const said = wanted === '' ? {} : { note: wanted };
  return (
    <>
      <ScrollBox name="What Claude would do" className={styles.plan}>
        <RichText text={plan} />
      </ScrollBox>
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
