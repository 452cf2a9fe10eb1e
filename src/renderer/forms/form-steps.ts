import type { FormErrors, FormField } from '../../shared/form';

/** A form with more fields is shown in steps. */
const fieldsAtOnce = 6;
const fieldsPerStep = 5;

/** Splits the fields of a long form into steps of about the same length. */
export function formSteps(fields: readonly FormField[]): readonly (readonly FormField[])[] {
  if (fields.length <= fieldsAtOnce) return [fields];
  const count = Math.ceil(fields.length / fieldsPerStep);
  const bounds = Array.from({ length: count + 1 }, (_, at) => Math.round((at * fields.length) / count));
  return bounds.slice(1).map((end, at) => fields.slice(bounds[at], end));
}

/** Where the first error is; null if there is none. */
export function firstError(
  steps: readonly (readonly FormField[])[],
  errors: FormErrors,
): { readonly step: number; readonly id: string } | null {
  for (const [step, fields] of steps.entries()) {
    const field = fields.find(({ id }) => errors[id] !== undefined);
    if (field) return { step, id: field.id };
  }
  return null;
}
