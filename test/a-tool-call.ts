import type { ToolCall } from '../src/main/tools/offered-tool';
import type { ApprovalScope } from '../src/shared/interaction';
import type { UserResponse } from '../src/tool-api/definition';
import type { Prompt, PromptAnswer } from '../src/tool-api/run-interaction';

export interface AnsweredCall extends ToolCall {
  /** What the person was asked, in order. */
  readonly prompts: Prompt[];
  readonly remembered: Map<string, ApprovalScope>;
}

/** A call whose prompts get these answers, one after the other, and then none. */
export function aToolCall(answers: readonly (UserResponse | 'timeout')[] = [], signal = new AbortController().signal): AnsweredCall {
  const left = [...answers];
  const prompts: Prompt[] = [];
  const remembered = new Map<string, ApprovalScope>();
  const answer = (): Promise<PromptAnswer> => {
    const next = left.shift();
    if (next === undefined) return new Promise(() => undefined);
    return Promise.resolve(next === 'timeout' ? { kind: 'timeout' } : { kind: 'response', response: next });
  };
  return {
    sessionId: 'session-1',
    toolCallId: 'call-1',
    cwd: '/project',
    signal,
    isInteractive: true,
    prompts,
    remembered,
    approvals: {
      get: async (key) => remembered.get(key) ?? null,
      set: async (key, scope) => void remembered.set(key, scope),
      clearSession: async () => remembered.clear(),
    },
    log: () => undefined,
    prompt: (prompt) => {
      prompts.push(prompt);
      return answer();
    },
    postpone: answer,
  };
}
