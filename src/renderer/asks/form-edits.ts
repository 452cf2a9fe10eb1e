import { atom } from 'jotai';
import type { Ask } from '../../shared/ask';
import { AppError } from '../../shared/errors';
import { checkForm, type FormErrors, type FormField, type FormValues, startValues } from '../../shared/form';
import type { AskId } from '../../shared/ids';
import type { FormInput, InteractionId } from '../../shared/interaction';
import { asksAtom } from '../base/app-state';
import { host } from '../base/host';
import { type TypedValues, toSubmitted, toTyped } from '../forms/typed-values';

/** The unsent answer to a form. It belongs to the ask, so the card, the dialog and the inbox show the same one. */
export interface FormEdit {
  /** The prompt that it answers. What was typed for an earlier prompt of the call does not count. */
  readonly prompt: InteractionId;
  readonly values: TypedValues;
  /** The fields that the person has changed. */
  readonly changed: ReadonlySet<string>;
  readonly errors: FormErrors;
  /** Which step of a long form is shown. */
  readonly step: number;
  /** The person has opened the page that a server asked them to open. */
  readonly isPageOpen: boolean;
}

/** A prompt and its form. */
export interface AskedForm {
  readonly id: AskId;
  readonly prompt: InteractionId;
  readonly fields: readonly FormField[];
  readonly initialValues: FormValues;
}

/** Returns null for an ask without a prompt. */
export function askedForm({ id, interaction }: Pick<Ask, 'id' | 'interaction'>, form: FormInput): AskedForm | null {
  if (interaction === null) return null;
  const { fields, initialValues } = form.mode === 'form' ? form : { fields: [], initialValues: {} };
  return { id, prompt: interaction.id, fields, initialValues };
}

const editsAtom = atom<ReadonlyMap<AskId, FormEdit>>(new Map());
/** The values as main last saved them; absent until they have been read. */
const savedAtom = atom<ReadonlyMap<AskId, { readonly prompt: InteractionId; readonly values: TypedValues | null }>>(new Map());

const newEdit = ({ prompt, fields, initialValues }: AskedForm): FormEdit => ({
  prompt,
  values: toTyped(fields, startValues(fields, initialValues)),
  changed: new Set(),
  errors: {},
  step: 0,
  isPageOpen: false,
});

export const formEditAtom = atom((get) => {
  const edits = get(editsAtom);
  return (form: AskedForm): FormEdit => {
    const edit = edits.get(form.id);
    return edit?.prompt === form.prompt ? edit : newEdit(form);
  };
});

/** Whether a prompt still waits, and its tool has not asked something else since. */
const isCurrent = (asks: readonly Ask[], { id, prompt }: AskedForm): boolean =>
  asks.some((ask) => ask.id === id && ask.interaction?.id === prompt);

/** Something that comes late for an earlier prompt must not replace what is typed for the new one. */
export const changeFormAtom = atom(null, (get, set, form: AskedForm, change: (edit: FormEdit) => Partial<FormEdit>) => {
  if (!isCurrent(get(asksAtom), form)) return;
  const edit = get(formEditAtom)(form);
  set(editsAtom, new Map(get(editsAtom)).set(form.id, { ...edit, ...change(edit) }));
});

/** Reads the saved draft once for each prompt. What was typed meanwhile stays. */
export const restoreFormAtom = atom(null, async (get, set, form: AskedForm): Promise<void> => {
  const { id, prompt, fields } = form;
  const isKnown = (): boolean => get(savedAtom).get(id)?.prompt === prompt;
  if (isKnown()) return;
  const saved = await ignoreExpected(host.request('asks.formDraft', { id, interactionId: prompt }));
  if (isKnown() || !isCurrent(get(asksAtom), form)) return;
  set(savedAtom, new Map(get(savedAtom)).set(id, { prompt, values: null }));
  if (!saved) return;
  set(changeFormAtom, form, ({ values, changed }) => ({
    values: { ...values, ...withoutFields(toTyped(fields, saved), changed) },
    changed: new Set([...changed, ...Object.keys(saved)]),
  }));
});

/** Saves what was typed, for the next start and for other windows. */
export const saveFormAtom = atom(null, async (get, set, form: AskedForm): Promise<void> => {
  const { id, prompt } = form;
  const saved = get(savedAtom).get(id);
  const { values, changed } = get(formEditAtom)(form);
  if (saved?.prompt !== prompt || saved.values === values || changed.size === 0) return;
  // Main keeps no draft of a prompt that was answered.
  if (!isCurrent(get(asksAtom), form)) return;
  set(savedAtom, new Map(get(savedAtom)).set(id, { prompt, values }));
  await ignoreExpected(host.request('asks.saveFormDraft', { id, interactionId: prompt, values }));
});

/** The values, if nothing is wrong with them and main has no patterns to try; otherwise null. */
export const readyValuesAtom = atom(null, (get, _set, { fields, ...form }: AskedForm): FormValues | null => {
  const values = toSubmitted(fields, get(formEditAtom)({ fields, ...form }).values);
  return !hasPatterns(fields) && Object.keys(checkForm(fields, values)).length === 0 ? values : null;
});

const hasPatterns = (fields: readonly FormField[]): boolean => fields.some(({ pattern }) => pattern !== undefined);

/** Checks the values here and then, if there are patterns, in main, which tries them. The errors are noted in the edit. */
export const checkFormAtom = atom(null, async (get, set, form: AskedForm): Promise<CheckedForm> => {
  const { id, fields } = form;
  const values = toSubmitted(fields, get(formEditAtom)(form).values);
  const here = checkForm(fields, values);
  const isComplete = Object.keys(here).length > 0 || !hasPatterns(fields);
  const errors = isComplete ? here : await host.request('asks.checkForm', { id, values });
  set(changeFormAtom, form, () => ({ errors }));
  return { values, errors };
});
interface CheckedForm {
  readonly values: FormValues;
  readonly errors: FormErrors;
}

/** Forgets what was typed for asks that are gone. */
export const pruneFormsAtom = atom(null, (get, set, waiting: ReadonlySet<AskId>) => {
  set(editsAtom, only(get(editsAtom), waiting));
  set(savedAtom, only(get(savedAtom), waiting));
});

function only<T>(all: ReadonlyMap<AskId, T>, ids: ReadonlySet<AskId>): ReadonlyMap<AskId, T> {
  const left = [...all].filter(([id]) => ids.has(id));
  return left.length < all.size ? new Map(left) : all;
}

const withoutFields = (values: TypedValues, ids: ReadonlySet<string>): TypedValues =>
  Object.fromEntries(Object.entries(values).filter(([id]) => !ids.has(id)));

/** The ask was answered meanwhile, or main refused. The window still has what was typed. */
async function ignoreExpected<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
