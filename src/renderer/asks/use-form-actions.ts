import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { checkForm, type FieldValue, type FormErrors, type FormField } from '../../shared/form';
import { catchFailure } from '../base/task';
import { fieldForDigit, withDigit } from '../forms/digit-choice';
import { firstError } from '../forms/form-steps';
import { toSubmitted } from '../forms/typed-values';
import type { Answering } from './answer';
import type { AskedForm } from './form-edits';
import { useInert } from './guarded-surface';
import { isEditable } from './typing';
import { useAfterPress } from './use-after-press';
import type { FormEditing } from './use-form-edit';

export interface FormActions {
  /** Main checks the values. */
  readonly isChecking: boolean;
  changeField(field: FormField, value: FieldValue): void;
  /** The focus has left a field. */
  leaveField(field: FormField): void;
  goTo(step: number): void;
  /** Checks the shown step, and goes to the next one if nothing is wrong. */
  next(): void;
  submit(): void;
  onKeyDown(event: KeyboardEvent): void;
}

interface FormParts {
  readonly form: AskedForm;
  readonly editing: FormEditing;
  readonly answering: Answering;
  readonly steps: readonly (readonly FormField[])[];
  /** The shown step. */
  readonly at: number;
  readonly disabled: boolean;
  readonly root: RefObject<HTMLDivElement | null>;
}

/** What a person can do in a form, with the mouse and with keys. */
export function useFormActions({ form, editing, answering, steps, at, disabled, root }: FormParts): FormActions {
  const inert = useInert();
  const afterPress = useAfterPress();
  const [isChecking, setChecking] = useState(false);
  const focus = useFieldFocus(root, form);
  const { edit, change } = editing;
  const fields = steps[at] ?? [];
  const isLast = at === steps.length - 1;
  const busy = disabled || answering.busy || isChecking;

  const changeField = (field: FormField, value: FieldValue): void => {
    if (busy) return;
    change(({ values, changed, errors }) => {
      const typed = { ...values, [field.id]: value };
      // While somebody types, an error goes away, but none appears.
      const found = errors[field.id] === undefined ? {} : checkForm([field], toSubmitted([field], typed));
      return { values: typed, changed: new Set([...changed, field.id]), errors: withErrors(errors, [field], found) };
    });
  };
  const leaveField = (field: FormField): void => {
    editing.save();
    // An error that appears under a press would move the button away from it.
    afterPress(() =>
      change(({ values, changed, errors }) => {
        if (!changed.has(field.id) || errors[field.id] !== undefined) return {};
        return { errors: withErrors(errors, [field], checkForm([field], toSubmitted([field], values))) };
      }),
    );
  };
  const goTo = (step: number): void => {
    change(() => ({ step }));
    focus(steps[step]?.[0]?.id ?? null);
  };
  const next = (): void => {
    const found = checkForm(fields, toSubmitted(fields, edit.values));
    change(({ errors }) => ({ errors: withErrors(errors, fields, found) }));
    const wrong = firstError([fields], found);
    if (wrong) focus(wrong.id);
    else goTo(at + 1);
  };
  const submit = async (): Promise<void> => {
    if (inert || busy) return;
    // Nothing is drawn or saved before the answer is on its way.
    const ready = editing.readyValues();
    if (ready) {
      answering.decide({ answer: 'submit', values: ready });
      return;
    }
    setChecking(true);
    editing.save();
    const failed = await catchFailure(async () => {
      const { values, errors } = await editing.check();
      const wrong = firstError(steps, errors);
      if (wrong) {
        change(() => ({ step: wrong.step }));
        focus(wrong.id);
      } else if (Object.keys(errors).length > 0) answering.change({ failure: Object.values(errors)[0] ?? null });
      else answering.decide({ answer: 'submit', values });
    });
    setChecking(false);
    const isGone = failed?.code === 'already-answered' || failed?.code === 'ask-gone';
    if (failed && !isGone) answering.change({ failure: failed.message });
  };
  const chooseByDigit = (event: KeyboardEvent): void => {
    if (busy || event.shiftKey || isEditable(event.target)) return;
    const field = fieldForDigit(fields, edit.values, fieldOf(event.target));
    const value = field && withDigit(field, edit.values[field.id], event.key);
    if (!field || value === null) return;
    event.preventDefault();
    changeField(field, value);
    // The chosen option of a radio group is the one that Tab leaves.
    const chosen = field.options?.findIndex((option) => option.value === value) ?? -1;
    if (chosen >= 0) fieldElement(root.current, field.id)?.querySelectorAll<HTMLElement>('input')[chosen]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (inert || event.repeat || event.altKey || event.nativeEvent.isComposing) return;
    const withCommand = event.ctrlKey || event.metaKey;
    if (event.key !== 'Enter') {
      if (!withCommand) chooseByDigit(event);
    } else if (withCommand || (isOneLine(event.target) && steps.length === 1)) {
      event.preventDefault();
      void submit();
    } else if (isOneLine(event.target)) {
      event.preventDefault();
      // The last step of a long form is submitted by a press of its button, because Enter went from step to step before.
      if (isLast) root.current?.querySelector<HTMLElement>('[data-submit]')?.focus();
      else next();
    }
  };
  return { isChecking, changeField, leaveField, goTo, next, submit: () => void submit(), onKeyDown };
}

/** Returns a function that focuses a field once it is drawn. */
function useFieldFocus(root: RefObject<HTMLDivElement | null>, { prompt, fields }: AskedForm): (id: string | null) => void {
  const [wanted, setWanted] = useState<{ readonly id: string } | null>(null);
  const before = useRef(prompt);
  useEffect(() => {
    if (wanted) focusField(root.current, wanted.id);
  }, [wanted, root]);
  // Where somebody answered, they can go on with the next prompt of the same call.
  useEffect(() => {
    if (before.current === prompt) return;
    before.current = prompt;
    if (root.current?.contains(document.activeElement)) focusField(root.current, fields[0]?.id ?? '');
  }, [prompt, fields, root]);
  return (id) => setWanted(id === null ? null : { id });
}

const fieldElement = (root: Element | null, id: string): Element | undefined =>
  [...(root?.querySelectorAll('[data-field]') ?? [])].find((one) => one.getAttribute('data-field') === id);

const focusField = (root: Element | null, id: string): void =>
  fieldElement(root, id)?.querySelector<HTMLElement>('input:not([tabindex="-1"]), textarea, select')?.focus();

const fieldOf = (target: EventTarget): string | null =>
  target instanceof Element ? (target.closest('[data-field]')?.getAttribute('data-field') ?? null) : null;

/** Whether Enter does nothing by itself there. */
const isOneLine = (target: EventTarget): boolean => target instanceof HTMLInputElement && isEditable(target);

/** The errors without those of the checked fields, and with the new ones. */
function withErrors(errors: FormErrors, checked: readonly FormField[], found: FormErrors): FormErrors {
  const others = Object.entries(errors).filter(([id]) => !checked.some((field) => field.id === id));
  return { ...Object.fromEntries(others), ...found };
}
