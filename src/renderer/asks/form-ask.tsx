import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { formOf } from '../../shared/ask';
import type { FormInput } from '../../shared/interaction';
import { Failure } from '../ui/failure';
import styles from './ask.module.css';
import type { AskKindProps } from './ask-body';
import { FormEditor } from './form-editor';
import { type AskedForm, askedForm } from './form-edits';
import { PageAsk } from './page-ask';
import { GateActions, GateLine, promptGateAtom } from './prompt-gate';
import { PromptText } from './prompt-text';
import { RefusePrompt } from './refuse-prompt';
import { useFormEdit } from './use-form-edit';

/** A form of one of our tools or of an MCP server. */
export function FormAsk(props: AskKindProps) {
  const { ask, surface, content, answering } = props;
  const { id, interaction } = ask;
  const gate = useAtomValue(promptGateAtom)(ask);
  const { input: said, whole } = content;
  const input = useMemo(() => (whole ? formOf(said) : null), [said, whole]);
  // An object for each prompt: what was typed is read again for a new one.
  const form = useMemo(() => (input ? askedForm({ id, interaction }, input) : null), [id, interaction, input]);
  return (
    <div className={styles.body}>
      <GateLine gate={gate} />
      <PromptText ask={ask} surface={surface} />
      {form && input && <FormContent {...props} input={input} form={form} disabled={gate !== null} />}
      {whole && !form && (
        <>
          <p className={styles.note}>This form can’t be read, so it can only be closed.</p>
          <Failure text={answering.draft.failure} />
          <div className={styles.actions} data-actions="">
            <RefusePrompt ask={ask} answering={answering} />
          </div>
        </>
      )}
      {gate !== null && <GateActions ask={ask} gate={gate} answering={answering} />}
    </div>
  );
}

interface FormContentProps extends AskKindProps {
  readonly input: FormInput;
  readonly form: AskedForm;
  readonly disabled: boolean;
}

function FormContent({ input, form, ...props }: FormContentProps) {
  return input.mode === 'url' ? <PageContent {...props} form={form} url={input.url} /> : <FormEditor {...props} form={form} />;
}

function PageContent({ form, ...props }: Omit<FormContentProps, 'input'> & { readonly url: string }) {
  const { edit, change } = useFormEdit(form);
  return <PageAsk {...props} isPageOpen={edit.isPageOpen} onOpened={() => change(() => ({ isPageOpen: true }))} />;
}
