import { useState } from 'react';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Field } from '../ui/field';
import { LongText } from '../ui/long-text';
import type { AskBodyProps } from './ask-card';
import styles from './ask-card.module.css';
import { editedInput, editText } from './edited-input';

/** A tool call that waits for a yes or a no. */
export function PermissionAsk({ ask, content: { input, whole }, answer: { busy, decide } }: AskBodyProps) {
  const [reason, setReason] = useState('');
  const [edit, setEdit] = useState<string | null>(null);
  const edited = edit === null ? null : editedInput(ask.tool, input, edit);
  const deny = (stop: boolean): void =>
    decide({ answer: 'deny', ...(reason.trim() === '' ? {} : { reason: reason.trim() }), ...(stop ? { stop } : {}) });
  const allow = (): void => {
    if (edited?.ok !== false) decide({ answer: 'allow', ...(edited ? { input: edited.input } : {}) });
  };
  return (
    <>
      {edit === null ? (
        <InputView tool={ask.tool} input={input} />
      ) : (
        <textarea
          aria-label="Input to run instead"
          className={styles.edit}
          value={edit}
          spellCheck={false}
          onChange={(event) => setEdit(event.target.value)}
        />
      )}
      <Failure text={edited?.ok === false ? edited.problem : null} />
      <Field label="Reason for denial (optional)">
        {(control) => (
          <input
            {...control}
            type="text"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            placeholder="Claude reads it word for word"
          />
        )}
      </Field>
      <div className={styles.actions}>
        {/* Nobody can agree to what they can't see. */}
        <Button look="primary" disabled={busy || !whole || edited?.ok === false} onClick={allow}>
          Allow once
        </Button>
        <Button look="danger" disabled={busy} onClick={() => deny(false)}>
          Deny
        </Button>
        <Button look="quiet" disabled={busy} onClick={() => deny(true)}>
          Deny and stop
        </Button>
        {edit === null ? (
          <Button look="quiet" disabled={busy || !whole} onClick={() => setEdit(editText(ask.tool, input))}>
            Edit input
          </Button>
        ) : (
          <Button look="quiet" disabled={busy} onClick={() => setEdit(null)}>
            Undo the edit
          </Button>
        )}
      </div>
    </>
  );
}

/** The command of a shell call; of any other, its fields. */
function InputView({ tool, input }: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }) {
  const { command, ...rest } = input;
  const shell = tool === 'Bash' && typeof command === 'string';
  const fields = Object.entries(shell ? rest : input);
  return (
    <>
      {shell && <LongText name="Command" text={command} />}
      {fields.length > 0 && (
        <dl className={styles.fields}>
          {fields.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {typeof value === 'string' && value.length <= 120 && !value.includes('\n') ? (
                  value
                ) : (
                  <LongText name={name} text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
