import { runInNewContext } from 'node:vm';
import { formOf } from '../../shared/ask';
import { checkForm, type FormErrors, type FormValues } from '../../shared/form';
import type { IncomingAsk } from './desk-dependencies';

/** How long one pattern may take. Claude or a tool wrote it, and some patterns never end. */
const patternMs = 50;

/** Whether a text matches a pattern. One that takes too long counts as not matching. */
export function matchesInTime(pattern: RegExp, text: string): boolean {
  try {
    return (
      runInNewContext(
        'new RegExp(source, flags).test(text)',
        { source: pattern.source, flags: pattern.flags, text },
        { timeout: patternMs },
      ) === true
    );
  } catch {
    return false;
  }
}

/** What is wrong with the values of an ask's form, by field. */
export function checkFormOf({ input }: Pick<IncomingAsk, 'input'>, values: FormValues): FormErrors {
  const form = formOf(input);
  return form?.mode === 'form' ? checkForm(form.fields, values, { matches: matchesInTime }) : {};
}
