import { runInNewContext } from 'node:vm';
import { formOf } from '../../shared/ask';
import { checkForm, type FormErrors, type FormValues } from '../../shared/form';
import type { IncomingAsk } from './desk-dependencies';

/** How long one pattern may take. Claude or a tool wrote it, and some patterns never end. */
const patternMs = 50;
/** How long all patterns of a form may take. Nothing else runs in the meantime. */
const formMs = 250;

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

/** What is wrong with the values of an ask's form, by field. When its patterns take too long, the rest of them count as not matching. */
export function checkFormOf({ input }: Pick<IncomingAsk, 'input'>, values: FormValues, tryPattern = matchesInTime): FormErrors {
  const form = formOf(input);
  if (form?.mode !== 'form') return {};
  const end = performance.now() + formMs;
  const matches = (pattern: RegExp, text: string): boolean => performance.now() < end && tryPattern(pattern, text);
  return checkForm(form.fields, values, { matches });
}
