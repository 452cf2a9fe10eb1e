import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { FormErrors, FormValues } from '../../shared/form';
import {
  type AskedForm,
  changeFormAtom,
  checkFormAtom,
  type FormEdit,
  formEditAtom,
  readyValuesAtom,
  restoreFormAtom,
  saveFormAtom,
} from './form-edits';

/** How long typing must pause before a form is saved. */
const saveDelayMs = 250;

export interface FormEditing {
  readonly edit: FormEdit;
  change(change: (edit: FormEdit) => Partial<FormEdit>): void;
  save(): void;
  /** Checks the whole form, and notes what is wrong with it. */
  check(): Promise<{ readonly values: FormValues; readonly errors: FormErrors }>;
  /** The values, if they can be submitted without asking main; otherwise null. */
  readyValues(): FormValues | null;
}

/** What was typed into a form: restored when it is shown, and saved while the person types. */
export function useFormEdit(form: AskedForm): FormEditing {
  const edit = useAtomValue(formEditAtom)(form);
  const change = useSetAtom(changeFormAtom);
  const restore = useSetAtom(restoreFormAtom);
  const saveForm = useSetAtom(saveFormAtom);
  const check = useSetAtom(checkFormAtom);
  const readyValues = useSetAtom(readyValuesAtom);
  const save = (): void => void saveForm(form).catch(reportError);

  useEffect(() => {
    restore(form).catch(reportError);
    const saveNow = (): void => void saveForm(form).catch(reportError);
    addEventListener('pagehide', saveNow);
    document.addEventListener('visibilitychange', saveNow);
    return () => {
      removeEventListener('pagehide', saveNow);
      document.removeEventListener('visibilitychange', saveNow);
      saveNow();
    };
  }, [form, restore, saveForm]);

  const { values } = edit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values is what calls for a save
  useEffect(() => {
    const timer = setTimeout(() => void saveForm(form).catch(reportError), saveDelayMs);
    return () => clearTimeout(timer);
  }, [form, values, saveForm]);

  return { edit, change: (next) => change(form, next), save, check: () => check(form), readyValues: () => readyValues(form) };
}
