import { describe, expect, it, vi } from 'vitest';
import { type InteractionRequest, type Outcome, ToolError } from './definition';
import { maxReprompts, type Prompt, type PromptAnswer, type PromptPort, runInteraction } from './run-interaction';

const submitted = (input: Record<string, string>): PromptAnswer => ({ kind: 'response', response: { action: 'submit', input } });
const fields = [{ id: 'email', type: 'text', label: 'Email' } as const];
const form = (hooks: Pick<InteractionRequest, 'onResponse'> & Partial<InteractionRequest>): InteractionRequest => ({
  type: 'input',
  prompt: 'Your email?',
  inputSchema: { type: 'form', fields },
  ...hooks,
});

/** A person who gives these answers, one to each prompt. */
function person(...answers: (PromptAnswer | ToolError)[]) {
  const prompts: Prompt[] = [];
  const pending: string[] = [];
  const next = async (): Promise<PromptAnswer> => {
    const answer = answers.shift();
    if (answer === undefined) throw new Error('Nobody answers any more.');
    if (answer instanceof ToolError) throw answer;
    return answer;
  };
  const port: PromptPort = {
    prompt: (prompt) => {
      prompts.push(prompt);
      return next();
    },
    postpone: ({ message }) => {
      pending.push(message);
      return next();
    },
  };
  return { port, prompts, pending };
}

describe('one interaction', () => {
  it('ends with what the hook gives as complete', async () => {
    const { port, prompts } = person(submitted({ email: 'ann@example.com' }));
    const result = await runInteraction(form({ onResponse: ({ input }) => ({ complete: { ok: true, ...input } }) }), port);
    expect(result).toEqual({ ok: true, email: 'ann@example.com' });
    expect(prompts).toEqual([{ type: 'input', prompt: 'Your email?', inputSchema: { type: 'form', fields }, step: 0 }]);
  });

  it('asks again with the same hooks, an error, and what was typed', async () => {
    const { port, prompts } = person(submitted({ email: 'ann' }), submitted({ email: 'ann@' }), submitted({ email: 'ann@example.com' }));
    const onResponse = vi.fn(
      ({ input }): Outcome =>
        input.email.includes('@example') ? { complete: input } : { reprompt: { error: `“${input.email}” is no email address.` } },
    );
    expect(await runInteraction(form({ onResponse }), port)).toEqual({ email: 'ann@example.com' });
    expect(onResponse).toHaveBeenCalledTimes(3);
    expect(prompts.map(({ step, error, initialValues }) => ({ step, error, initialValues }))).toEqual([
      { step: 0 },
      { step: 1, error: '“ann” is no email address.', initialValues: { email: 'ann' } },
      { step: 2, error: '“ann@” is no email address.', initialValues: { email: 'ann@' } },
    ]);
  });

  it('shows no error of an earlier answer again, and takes other initial values if the tool gives some', async () => {
    const { port, prompts } = person(submitted({ email: 'a' }), submitted({ email: 'b' }), submitted({ email: 'c' }));
    const outcomes: Outcome[] = [
      { reprompt: { error: 'Wrong.' } },
      { reprompt: { prompt: 'Once more?', initialValues: { email: '' } } },
      { complete: null },
    ];
    await runInteraction(form({ onResponse: () => outcomes.shift() ?? { complete: null } }), port);
    expect(prompts[2]).toEqual({
      type: 'input',
      prompt: 'Once more?',
      inputSchema: { type: 'form', fields },
      initialValues: { email: '' },
      step: 2,
    });
  });

  it('stops after ten reprompts', async () => {
    const { port, prompts } = person(...Array.from({ length: 20 }, () => submitted({})));
    const endless = runInteraction(form({ onResponse: () => ({ reprompt: { error: 'No.' } }) }), port);
    await expect(endless).rejects.toMatchObject({ code: 'too-many-reprompts' });
    expect(prompts).toHaveLength(maxReprompts + 1);
  });

  it('says that nobody answered, or does what onTimeout says', async () => {
    const late = (): PromptAnswer => ({ kind: 'timeout' });
    const onResponse = (): Outcome => ({ complete: 'answered' });
    expect(await runInteraction(form({ onResponse }), person(late()).port)).toEqual({ ok: false, timedOut: true });
    const onTimeout = (): Outcome => ({ complete: 'gave up' });
    expect(await runInteraction(form({ onResponse, onTimeout }), person(late()).port)).toBe('gave up');
  });

  it('can be left pending and hear the answer later', async () => {
    const { port, pending } = person({ kind: 'timeout' }, submitted({ email: 'ann@example.com' }));
    const request = form({
      onResponse: ({ input }) => ({ complete: input }),
      onTimeout: () => ({ pending: { message: 'I sent an email. Wait for the answer.' } }),
    });
    expect(await runInteraction(request, port)).toEqual({ email: 'ann@example.com' });
    expect(pending).toEqual(['I sent an email. Wait for the answer.']);
  });

  it('calls onCancel when the call is given up, and rejects', async () => {
    const onCancel = vi.fn();
    const cancelled = new ToolError('interaction-cancelled', 'Claude Code gave up the call.');
    const request = form({ onResponse: () => ({ complete: null }), onCancel });
    await expect(runInteraction(request, person(cancelled).port)).rejects.toBe(cancelled);
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('does not call onCancel when nobody could be asked', async () => {
    const onCancel = vi.fn();
    const request = form({ onResponse: () => ({ complete: null }), onCancel });
    const unavailable = new ToolError('interaction-unavailable', 'Nobody can be asked now.');
    await expect(runInteraction(request, person(unavailable).port)).rejects.toBe(unavailable);
    expect(onCancel).not.toHaveBeenCalled();
  });

  it.each([undefined, null, 'done', {}])('refuses %j as the result of a hook', async (outcome) => {
    const broken = JSON.parse(JSON.stringify({ outcome }));
    const request = form({ onResponse: () => broken.outcome });
    await expect(runInteraction(request, person(submitted({})).port)).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('passes on what a hook throws', async () => {
    const request = form({
      onResponse: () => {
        throw new Error('The disk is full.');
      },
    });
    await expect(runInteraction(request, person(submitted({})).port)).rejects.toThrow('The disk is full.');
  });
});
