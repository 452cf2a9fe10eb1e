import type { AnswerValue } from '../../shared/api';
import { type Ask, formOf, type Question, questionsOf } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import type { FieldValue, FormField } from '../../shared/form';

type Answers = Readonly<Record<string, AnswerValue>>;

/** Makes a decision of answers as a program sends them. `input` is the whole input of the ask. */
export function toAnswerDecision(kind: Ask['kind'], input: Readonly<Record<string, unknown>>, answers: Answers): Decision {
  if (kind === 'question') {
    const pairs = matchKeys(answers, questionsOf(input), ({ question }) => question);
    return { answer: 'answers', answers: Object.fromEntries(pairs.map(([one, value]) => [one.question, toChoice(one, value)])) };
  }
  if (kind === 'form') {
    const form = formOf(input);
    if (form === null) throw new AppError('bad-request', 'This form can’t be read.');
    if (form.mode === 'url') return { answer: 'submit', values: {} };
    const pairs = matchKeys(answers, form.fields, ({ id }) => id);
    return { answer: 'submit', values: Object.fromEntries(pairs.map(([field, value]) => [field.id, toFieldValue(field, value)])) };
  }
  throw new AppError('bad-request', 'This request takes no answers: approve or deny it.');
}

/** Finds the question or field that each key names: by its own name, or by its index. */
function matchKeys<T>(answers: Answers, things: readonly T[], nameOf: (thing: T) => string): (readonly [T, AnswerValue])[] {
  const named = new Map(things.map((thing) => [nameOf(thing), thing]));
  const pairs = Object.entries(answers).map(([key, value]) => {
    const thing = named.get(key) ?? (/^\d{1,4}$/.test(key) ? things[Number(key)] : undefined);
    if (thing === undefined) throw new AppError('bad-request', `Nothing in this request is named “${key.slice(0, 200)}”.`);
    return [thing, value] as const;
  });
  if (new Set(pairs.map(([thing]) => thing)).size < pairs.length) throw new AppError('bad-request', 'One of these is answered twice.');
  return pairs;
}

function toChoice({ question, multiSelect }: Question, value: AnswerValue): string | string[] {
  if (typeof value === 'number' || typeof value === 'boolean')
    throw new AppError('bad-request', `The answer to “${question.slice(0, 200)}” must be a text or a list of texts.`);
  if (multiSelect) return toList(value);
  if (typeof value === 'string') return value;
  const [only, ...others] = value;
  if (only === undefined || others.length > 0) throw new AppError('bad-request', `“${question.slice(0, 200)}” takes one answer.`);
  return only;
}

/** Scripts have texts where a form has numbers, switches and lists. Whatever does not fit is left for the form's own check. */
function toFieldValue({ type }: FormField, value: AnswerValue): FieldValue {
  if (typeof value !== 'string') return value;
  switch (type) {
    case 'number':
      return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
    case 'checkbox':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'multiselect':
      return toList(value);
    default:
      return value;
  }
}

/** A list, a text with a JSON list of texts, or one choice. */
function toList(value: string | string[]): string[] {
  if (typeof value !== 'string') return value;
  if (!value.trimStart().startsWith('[')) return [value];
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed) && parsed.every((one) => typeof one === 'string')) return parsed;
  } catch {
    // A choice may begin with a bracket.
  }
  return [value];
}
