import { z } from 'zod';
import { type FieldOption, FieldType, type FormField, FormField as FormFieldSchema, hasOptions } from '../../../shared/form';
import { defineTool, ToolError } from '../../../tool-api/definition';

const Option = z.union([
  z.string(),
  z.strictObject({ value: z.string(), label: z.string().optional(), description: z.string().optional() }),
]);
/** A model leaves out what it thinks is plain. */
const Field = FormFieldSchema.omit({ options: true, label: true }).extend({
  label: z.string().optional(),
  options: z.array(Option).optional(),
});
const Args = z.object({
  question: z.string().optional(),
  inputType: FieldType.default('text'),
  options: z.array(Option).optional(),
  title: z.string().optional(),
  fields: z.array(Field).min(1).optional(),
});
type Args = z.infer<typeof Args>;

const optionSchema = {
  anyOf: [
    { type: 'string' },
    {
      type: 'object',
      properties: { value: { type: 'string' }, label: { type: 'string' }, description: { type: 'string' } },
      required: ['value'],
    },
  ],
};

/** The one field of a form that has only a question. */
const answerField = 'answer';

/** Asks the person one question, or shows a form with several fields. */
export const askUser = defineTool({
  name: 'ask_user',
  title: 'Claude needs your input',
  description:
    'Ask the user for input that you need to go on: one question, or a form with several fields. Waits for the answer. ' +
    'Use it for values such as names, numbers, dates, choices and longer text. Give either `question`, or `title` with `fields`. ' +
    'Returns {"ok":true,"answer":…} or, with fields, {"ok":true,"answers":{…}}; {"ok":false,"cancelled":true} if the user closes it.',
  parameters: {
    type: 'object',
    properties: {
      question: { type: 'string', description: 'The question, if there is only one.' },
      inputType: { type: 'string', enum: FieldType.options, description: 'How it is answered. Default: text.' },
      options: { type: 'array', items: optionSchema, description: 'For select, multiselect and radio.' },
      title: { type: 'string', description: 'What the form is about, in one sentence.' },
      fields: {
        type: 'array',
        description: 'The fields of a form.',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'The name of the value in the answer.' },
            type: { type: 'string', enum: FieldType.options },
            label: { type: 'string' },
            description: { type: 'string' },
            required: { type: 'boolean' },
            defaultValue: { description: 'A text, a number, true or false, or a list of option values.' },
            options: { type: 'array', items: optionSchema },
            pattern: { type: 'string', description: 'A regular expression that the whole text must match.' },
            min: { type: 'number', description: 'The smallest number, the shortest text, or the fewest choices.' },
            max: { type: 'number' },
            placeholder: { type: 'string' },
            format: { type: 'string', enum: ['email', 'uri', 'date-time'] },
            integer: { type: 'boolean' },
          },
          required: ['id', 'type'],
        },
      },
    },
  },
  async handler(raw, { requestInteraction }) {
    const args = parse(raw);
    const fields = args.fields?.map(toField) ?? [questionField(args)];
    return requestInteraction({
      type: 'input',
      prompt: args.fields ? (args.title ?? args.question ?? 'Claude needs these values.') : (args.question ?? ''),
      inputSchema: { type: 'form', fields },
      timeoutMs: null,
      onResponse: ({ action, input = {} }) => {
        if (action !== 'submit') return { complete: { ok: false, cancelled: true } };
        return { complete: args.fields ? { ok: true, answers: input } : { ok: true, answer: input[answerField] ?? null } };
      },
    });
  },
});

function parse(raw: unknown): Args {
  const parsed = Args.safeParse(raw);
  if (!parsed.success) throw new ToolError('invalid-request', z.prettifyError(parsed.error));
  const { question, fields } = parsed.data;
  if (fields === undefined && (question === undefined || question.trim() === ''))
    throw new ToolError('invalid-request', 'Give either a question, or a title with fields.');
  return parsed.data;
}

function questionField({ question = '', inputType, options }: Args): FormField {
  return {
    id: answerField,
    type: inputType,
    // The question stands above the form. The label names the field for assistive technology.
    label: inputType === 'checkbox' ? question : 'Your answer',
    required: inputType !== 'checkbox',
    ...(options && hasOptions(inputType) ? { options: options.map(toOption) } : {}),
  };
}

const toField = ({ options, label, ...field }: z.infer<typeof Field>): FormField => ({
  ...field,
  label: label === undefined || label.trim() === '' ? field.id : label,
  ...(options ? { options: options.map(toOption) } : {}),
});

const toOption = (option: z.infer<typeof Option>): FieldOption =>
  typeof option === 'string'
    ? { value: option, label: option }
    : {
        value: option.value,
        label: option.label ?? option.value,
        ...(option.description === undefined ? {} : { description: option.description }),
      };
