import { useMemo, useRef, useState } from 'react';
import { FormFields } from '../forms/form-fields';
import { formSteps } from '../forms/form-steps';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import styles from './ask.module.css';
import type { AskKindProps } from './ask-body';
import type { AskedForm } from './form-edits';
import { ActionButton, GuardedSurface } from './guarded-surface';
import { RefusePrompt } from './refuse-prompt';
import { type FormActions, useFormActions } from './use-form-actions';
import { useFormEdit } from './use-form-edit';

interface FormEditorProps extends Pick<AskKindProps, 'ask' | 'answering'> {
  readonly form: AskedForm;
  /** It is shown, but takes no answer. */
  readonly disabled: boolean;
}

/** The fields of a form and its buttons. A long form is filled in step by step. */
export function FormEditor({ ask, answering, form, disabled }: FormEditorProps) {
  const root = useRef<HTMLDivElement>(null);
  const editing = useFormEdit(form);
  const { values, errors, step } = editing.edit;
  const steps = useMemo(() => formSteps(form.fields), [form.fields]);
  const at = Math.min(step, steps.length - 1);
  const actions = useFormActions({ form, editing, answering, steps, at, disabled, root });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys submit and choose, on top of what each field does by itself
    <div ref={root} className={styles.body} onKeyDown={disabled ? undefined : actions.onKeyDown}>
      {steps.length > 1 && (
        <p role="status" className={styles.quiet}>
          Step {at + 1} of {steps.length}
        </p>
      )}
      <FormFields
        fields={steps[at] ?? []}
        values={values}
        errors={errors}
        disabled={disabled}
        onChange={actions.changeField}
        onLeave={actions.leaveField}
      />
      <Failure text={answering.draft.failure} />
      {disabled ? (
        steps.length > 1 && <StepButtons at={at} count={steps.length} onGo={(to) => editing.change(() => ({ step: to }))} />
      ) : (
        <FormButtons ask={ask} answering={answering} actions={actions} at={at} count={steps.length} />
      )}
    </div>
  );
}

interface FormButtonsProps extends Pick<AskKindProps, 'ask' | 'answering'> {
  readonly actions: FormActions;
  /** The shown step, of `count`. */
  readonly at: number;
  readonly count: number;
}

function FormButtons({ ask, answering, actions, at, count }: FormButtonsProps) {
  const busy = answering.busy || actions.isChecking;
  const isLast = at === count - 1;
  // In the last step, Submit takes the place of Next.
  const [shown, setShown] = useState({ at, since: 0 });
  if (shown.at !== at) setShown({ at, since: Date.now() });
  return (
    <GuardedSurface changedAt={shown.since} className={styles.contents}>
      <div className={styles.actions} data-actions="">
        {count > 1 && (
          <Button data-choice="" busy={busy || at === 0} onClick={() => actions.goTo(at - 1)}>
            Back
          </Button>
        )}
        {isLast ? (
          <ActionButton look="primary" data-submit="" busy={busy} onClick={actions.submit}>
            {busy ? 'Submitting…' : 'Submit'}
          </ActionButton>
        ) : (
          <Button look="primary" data-choice="" busy={busy} onClick={actions.next}>
            Next
          </Button>
        )}
        <RefusePrompt ask={ask} answering={answering} />
      </div>
    </GuardedSurface>
  );
}

interface StepButtonsProps {
  readonly at: number;
  readonly count: number;
  readonly onGo: (step: number) => void;
}

/** Turns the pages of a form that takes no answer. */
function StepButtons({ at, count, onGo }: StepButtonsProps) {
  return (
    <div className={styles.row}>
      <Button small data-choice="" disabled={at === 0} onClick={() => onGo(at - 1)}>
        Back
      </Button>
      <Button small data-choice="" disabled={at === count - 1} onClick={() => onGo(at + 1)}>
        Next
      </Button>
    </div>
  );
}
