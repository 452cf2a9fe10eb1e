import { z } from 'zod';
import { FieldList, type FieldValue, type FormField, FormValues } from './form';
import { maxUrlLength } from './limits';

/** Every prompt has its own, also when a tool asks again in the same call. An answer names the prompt that it is for. */
export const InteractionId = z.string().min(1).max(100).brand<'InteractionId'>();
export type InteractionId = z.infer<typeof InteractionId>;

/** How far an approval reaches: this call only, until the session is closed, or until it is revoked. */
export const ApprovalScope = z.enum(['once', 'session', 'always']);
export type ApprovalScope = z.infer<typeof ApprovalScope>;

/** Where a prompt is drawn: inside the card of its call, or as a block of its own. */
export const Presentation = z.enum(['tool', 'questionnaire']);
export type Presentation = z.infer<typeof Presentation>;

/** Who asks: one of our tools, or an MCP server of the person's. */
export const InteractionOrigin = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('tool'), tool: z.string(), title: z.string(), builtIn: z.boolean() }),
  z.strictObject({ by: z.literal('server'), server: z.string() }),
]);
export type InteractionOrigin = z.infer<typeof InteractionOrigin>;

/** Who asks, as the name of a prompt. */
export const askerTitle = (origin: InteractionOrigin): string =>
  origin.by === 'tool' ? origin.title : `${origin.server} needs your input`;

/** The longest prompt, and the longest error above a prompt that is repeated. */
export const maxPromptLength = 20_000;

/** What an ask of a tool or an MCP server adds to an ask. */
export const Interaction = z.strictObject({
  id: InteractionId,
  origin: InteractionOrigin,
  /** What the person is asked, as plain text. */
  prompt: z.string().max(maxPromptLength),
  /** Why the tool asks again. */
  error: z.string().max(maxPromptLength).nullable(),
  presentation: Presentation,
  /** The scopes that an approval offers; empty for a form. */
  approvalScopes: z.array(ApprovalScope),
  /** 0 for the first prompt of a call. */
  step: z.int().nonnegative(),
  /**
   * Whether an answer is of use after the run or the app ended. If not, the tool can't go on from there, and Claude can only be told
   * so: the ask is shown read-only and can be cancelled.
   */
  survivesRestart: z.boolean(),
});
export type Interaction = z.infer<typeof Interaction>;

/** Whether a tool can't go on from its prompt any more: it ended with the app or its run. */
export const isOver = ({ survivesRestart }: Interaction, note: string | null): boolean =>
  !survivesRestart && (note === 'app-restarted' || note === 'run-ended' || note === 'may-have-run');

/** The input of an ask of kind `form`. */
export const FormInput = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('form'), fields: FieldList, initialValues: FormValues.default({}) }),
  /** An MCP server wants the person to open a page. */
  z.strictObject({ mode: z.literal('url'), url: z.string().max(maxUrlLength) }),
]);
export type FormInput = z.infer<typeof FormInput>;

/** What is shown of a finished prompt. */
export const CompletedView = z.strictObject({
  showInputs: z.boolean().default(true),
  /** Text with `{{field}}` and `{{action}}`. */
  summaryTemplate: z.string().max(2_000).optional(),
});
export type CompletedView = z.infer<typeof CompletedView>;

export const InteractionAction = z.enum(['approve', 'deny', 'submit', 'cancel']);
export type InteractionAction = z.infer<typeof InteractionAction>;

/** Fills a summary template. Values are inserted as text; an unknown name becomes nothing. */
export function fillTemplate(template: string, action: InteractionAction, values: FormValues, fields: readonly FormField[]): string {
  const byId = new Map(fields.map((field) => [field.id, field]));
  return template.replaceAll(/\{\{\s*([^{}]+?)\s*\}\}/g, (_whole, name: string) => {
    const field = byId.get(name);
    const value = values[name];
    if (field) return value === undefined ? '' : valueWords(field, value);
    return name === 'action' ? actionWords[action] : '';
  });
}

export const actionWords: Readonly<Record<InteractionAction, string>> = {
  approve: 'Approved',
  deny: 'Denied',
  submit: 'Submitted',
  cancel: 'Cancelled',
};

/** A value as people read it: options by their label. */
export function valueWords({ type, options = [] }: FormField, value: FieldValue): string {
  const label = (chosen: string): string => options.find((option) => option.value === chosen)?.label ?? chosen;
  if (Array.isArray(value)) return value.map(label).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return type === 'select' || type === 'radio' ? label(String(value)) : String(value);
}
