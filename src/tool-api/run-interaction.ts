import { type InteractionRequest, type Outcome, type Pending, type PromptContent, ToolError, type UserResponse } from './definition';

/** How often a tool may ask again within one `requestInteraction`. */
export const maxReprompts = 10;

/** One prompt, as it goes to the person. */
export interface Prompt extends PromptContent {
  readonly type: InteractionRequest['type'];
  /** 0 for the first prompt; each time the tool asks again counts one more. */
  readonly step: number;
}

/** What became of a prompt. */
export type PromptAnswer = { readonly kind: 'response'; readonly response: UserResponse } | { readonly kind: 'timeout' };

/** The way to the person. Both reject with a `ToolError`, `interaction-cancelled` if the call was given up. */
export interface PromptPort {
  prompt(prompt: Prompt): Promise<PromptAnswer>;
  /** Ends the call for Claude, keeps the newest prompt open, and waits for its answer. */
  postpone(pending: Pending): Promise<PromptAnswer>;
}

/** Asks the person until a hook gives the result. The hooks stay the same; a reprompt changes only what is shown. */
export async function runInteraction(request: InteractionRequest, port: PromptPort): Promise<unknown> {
  let prompt = firstPrompt(request);
  let pending: Pending | null = null;
  for (;;) {
    const answer: PromptAnswer = await ask(request, () => (pending === null ? port.prompt(prompt) : port.postpone(pending)));
    pending = null;
    const outcome = await outcomeOf(request, answer);
    if ('complete' in outcome) return outcome.complete;
    if ('pending' in outcome) pending = outcome.pending;
    else if (prompt.step >= maxReprompts)
      throw new ToolError('too-many-reprompts', `The tool asked again more than ${maxReprompts} times.`);
    else prompt = nextPrompt(prompt, outcome.reprompt, answer);
  }
}

async function ask(request: InteractionRequest, send: () => Promise<PromptAnswer>): Promise<PromptAnswer> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ToolError && error.code === 'interaction-cancelled') await request.onCancel?.();
    throw error;
  }
}

async function outcomeOf(request: InteractionRequest, answer: PromptAnswer): Promise<Outcome> {
  if (answer.kind === 'response') return checked(await request.onResponse(answer.response));
  return request.onTimeout ? checked(await request.onTimeout()) : { complete: { ok: false, timedOut: true } };
}

/** A hook can be plain JavaScript, so its result may be anything. */
function checked(outcome: Outcome): Outcome {
  const isOutcome =
    typeof outcome === 'object' && outcome !== null && ('complete' in outcome || 'reprompt' in outcome || 'pending' in outcome);
  if (!isOutcome) throw new ToolError('invalid-request', 'A hook must return { complete }, { reprompt } or { pending }.');
  return outcome;
}

function firstPrompt({ type, onResponse, onTimeout, onCancel, ...content }: InteractionRequest): Prompt {
  return { ...content, type, step: 0 };
}

/** What was typed stays, unless the tool says otherwise. An error is about one answer only. */
function nextPrompt({ error, ...last }: Prompt, changes: Partial<PromptContent>, answer: PromptAnswer): Prompt {
  const typed = answer.kind === 'response' ? answer.response.input : undefined;
  return { ...last, ...(typed === undefined ? {} : { initialValues: typed }), ...changes, type: last.type, step: last.step + 1 };
}
