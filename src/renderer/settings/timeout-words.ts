import type { Settings, TimeoutPolicy } from '../../shared/settings';

export type AskKind = keyof Settings['timeouts'];

export const kindWords: Readonly<Record<AskKind, string>> = {
  permission: 'Permissions',
  question: 'Questions',
  plan: 'Plans',
  form: 'Forms of MCP servers',
};

/** The suggested time limit of each kind, in minutes. */
export const suggestedMinutes: Readonly<Record<AskKind, number>> = { permission: 10, question: 5, plan: 10, form: 5 };

export const policies: readonly { readonly value: TimeoutPolicy; readonly label: string; readonly means: string }[] = [
  { value: 'wait', label: 'Keep waiting', means: 'The request is marked as overdue and stays pending.' },
  { value: 'deny', label: 'Deny', means: 'Claude is told that nobody answered, and goes on without it.' },
  {
    value: 'late',
    label: 'Answer later',
    means: 'Claude is told that you will answer later; the request stays open, and your answer reaches it as a message.',
  },
];
