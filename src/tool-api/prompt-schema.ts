import { z } from 'zod';
import { FormFields, FormValues } from '../shared/form';
import { ApprovalScope, CompletedView, maxPromptLength, Presentation } from '../shared/interaction';
import { ToolError } from './definition';

/** Five minutes, unless the tool says otherwise. */
const defaultTimeoutMs = 5 * 60_000;
/** In characters of its JSON. */
const longestPrompt = 256_000;
/** More than a timer can count. */
const longestTimeoutMs = 2_000_000_000;

/** One prompt of a tool as main takes it. A tool can be plain JavaScript, so everything is checked. */
const PromptSchema = z
  .object({
    type: z.enum(['approval', 'input']),
    prompt: z.string().min(1).max(maxPromptLength),
    error: z.string().max(maxPromptLength).optional(),
    approvalScopes: z.array(ApprovalScope).min(1).max(3).default(['once', 'session']),
    inputSchema: z.strictObject({ type: z.literal('form'), fields: FormFields }).optional(),
    initialValues: FormValues.default({}),
    timeoutMs: z.number().positive().max(longestTimeoutMs).nullable().default(defaultTimeoutMs),
    presentation: Presentation.default('tool'),
    completedView: CompletedView.default({ showInputs: true }),
    step: z.int().nonnegative(),
  })
  .refine(({ type, inputSchema }) => type === 'approval' || inputSchema !== undefined, {
    error: 'A prompt of the type “input” needs an inputSchema.',
  });

export type ToolPrompt = z.infer<typeof PromptSchema>;

/** Throws `invalid-request` with what is wrong. */
export function parsePrompt(raw: unknown): ToolPrompt {
  // It is stored with its ask and with its call, and drawn as a whole.
  if ((JSON.stringify(raw)?.length ?? 0) > longestPrompt)
    throw new ToolError('invalid-request', `A prompt with its form can have ${longestPrompt} characters at most.`);
  const parsed = PromptSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new ToolError('invalid-request', z.prettifyError(parsed.error).slice(0, 1_000));
}
