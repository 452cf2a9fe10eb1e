import { z } from 'zod';
import { checkForm, FormValues, startValues, withoutEmptyValues } from '../../shared/form';
import { ApprovalScope } from '../../shared/interaction';
import { type ToolApprovals, ToolError, type UserResponse } from '../../tool-api/definition';
import { parsePrompt, type ToolPrompt } from '../../tool-api/prompt-schema';
import type { Prompt, PromptAnswer, PromptPort } from '../../tool-api/run-interaction';
import { fillForm, matches } from './command-line-form';
import type { TypedLines } from './typed-lines';

/** An answer that is given in place of a person's. */
export const ScriptedAnswer = z.union([
  z.literal('timeout'),
  z.strictObject({ action: z.literal('approve'), approvalScope: ApprovalScope.default('once') }),
  z.strictObject({ action: z.literal('deny'), reason: z.string().exactOptional() }),
  z.strictObject({ action: z.literal('submit'), input: FormValues.default({}) }),
  z.strictObject({ action: z.literal('cancel') }),
]);
export type ScriptedAnswer = z.infer<typeof ScriptedAnswer>;

/** Answers the prompts of one tool: somebody who types, or a list of answers. */
export class CommandLinePerson implements PromptPort {
  readonly #lines: TypedLines;
  readonly #scripted: ScriptedAnswer[] | null;
  readonly #signal: AbortSignal;
  readonly #remembered = new Map<string, ApprovalScope>();
  #last: ToolPrompt | null = null;

  /** `signal` aborts when the call is given up. */
  constructor(lines: TypedLines, scripted: readonly ScriptedAnswer[] | null, signal: AbortSignal) {
    this.#lines = lines;
    this.#scripted = scripted && [...scripted];
    this.#signal = signal;
  }

  /** They last for one run of the tool. */
  readonly approvals: ToolApprovals = {
    get: async (key) => this.#remembered.get(key) ?? null,
    set: async (key, scope) => {
      this.#lines.print(`(The tool remembers an approval: ${key}, ${scope}.)`);
      this.#remembered.set(key, scope);
    },
    clearSession: async () => {
      for (const [key, scope] of [...this.#remembered]) if (scope === 'session') this.#remembered.delete(key);
    },
  };

  prompt(raw: Prompt): Promise<PromptAnswer> {
    this.#last = parsePrompt(raw);
    return this.#answer(this.#last);
  }

  async postpone({ message }: { readonly message: string }): Promise<PromptAnswer> {
    if (this.#last === null) throw new ToolError('invalid-request', 'There is no prompt to answer later.');
    this.#lines.print(`(Claude is told: ${message} The answer to this prompt reaches Claude later.)`);
    return this.#answer({ ...this.#last, timeoutMs: null });
  }

  #answer(prompt: ToolPrompt): Promise<PromptAnswer> {
    if (prompt.error !== undefined) this.#lines.print(`\n! ${prompt.error}`);
    this.#lines.print(`\n${prompt.prompt}`);
    if (this.#scripted) return Promise.resolve(takeAnswer(this.#scripted, prompt, this.#lines));
    return this.#inTime(this.#askPerson(prompt), prompt.timeoutMs);
  }

  async #inTime(answer: Promise<PromptAnswer>, ms: number | null): Promise<PromptAnswer> {
    const end = Promise.withResolvers<PromptAnswer>();
    const onTimeout = (): void => {
      this.#lines.print('\n(The time is up.)');
      end.resolve({ kind: 'timeout' });
    };
    const timer = ms === null ? undefined : setTimeout(onTimeout, ms);
    this.#signal.addEventListener('abort', () => end.reject(new ToolError('interaction-cancelled', 'The call was given up.')));
    try {
      return await Promise.race([answer, end.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #askPerson({ type, inputSchema, initialValues, approvalScopes }: ToolPrompt): Promise<PromptAnswer> {
    if (type === 'approval') return { kind: 'response', response: await this.#askApproval(approvalScopes) };
    const input = await fillForm(this.#lines, inputSchema?.fields ?? [], initialValues);
    const isSure = input !== null && !/^c/i.test((await this.#lines.ask('\nSubmit? [Enter, or c to cancel]: ')) ?? 'c');
    return { kind: 'response', response: isSure ? { action: 'submit', input } : { action: 'cancel' } };
  }

  async #askApproval(scopes: readonly ApprovalScope[]): Promise<UserResponse> {
    for (;;) {
      const text = await this.#lines.ask(`Approve? [${[...scopes, 'deny'].join(', ')}]: `);
      if (text === null) return { action: 'cancel' };
      const approvalScope = scopes.find((scope) => text !== '' && scope.startsWith(text.toLowerCase()));
      if (approvalScope) return { action: 'approve', approvalScope };
      if (!/^d/i.test(text)) continue;
      const reason = await this.#lines.ask('Why? [no reason]: ');
      return { action: 'deny', ...(reason ? { reason } : {}) };
    }
  }
}

/** Takes the next answer of the list, if the app would take it too. */
function takeAnswer(
  answers: ScriptedAnswer[],
  { type, inputSchema, initialValues, approvalScopes }: ToolPrompt,
  lines: TypedLines,
): PromptAnswer {
  const answer = answers.shift();
  if (answer === undefined) throw new ToolError('interaction-unavailable', 'There are more prompts than answers.');
  lines.print(`> ${JSON.stringify(answer)}`);
  if (answer === 'timeout') return { kind: 'timeout' };
  const isFitting = answer.action === 'cancel' || (type === 'input') === (answer.action === 'submit');
  if (!isFitting) throw new ToolError('invalid-request', `“${answer.action}” is no answer to a prompt of the type “${type}”.`);
  if (answer.action === 'approve' && !approvalScopes.includes(answer.approvalScope))
    throw new ToolError('invalid-request', `The prompt does not offer “${answer.approvalScope}”.`);
  if (answer.action !== 'submit') return { kind: 'response', response: answer };
  const fields = inputSchema?.fields ?? [];
  // A person would start from these values too.
  const input = { ...startValues(fields, initialValues), ...answer.input };
  const [wrong] = Object.entries(checkForm(fields, input, { matches }));
  if (wrong) throw new ToolError('invalid-request', `The form would not take this answer. ${wrong[0]}: ${wrong[1]}`);
  return { kind: 'response', response: { action: 'submit', input: withoutEmptyValues(input) } };
}
