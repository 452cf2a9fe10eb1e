import { z } from 'zod';

/** The rule or hook of the person's Claude settings that requires a person to decide. Null on an ask without one. */
export const AskedBy = z.discriminatedUnion('kind', [
  /** A `permissions.ask` rule of Claude's settings. */
  z.strictObject({
    kind: z.literal('rule'),
    /** The rule as written in the settings; null when Claude Code does not say which one it is. */
    rule: z.string().nullable(),
    /** The CLI's name of the settings that it comes from: `userSettings`, `projectSettings`, `policySettings`… */
    source: z.string().nullable(),
    /** False when the rule only may cover the call, because the command is known only at run time. */
    certain: z.boolean(),
  }),
  /** A PreToolUse hook that answered "ask". */
  z.strictObject({
    kind: z.literal('hook'),
    /** The origin of the hook, such as `plugin:guard`; null for a hook from the settings, and when Claude Code does not say. */
    name: z.string().nullable(),
    /** The hook's reason in one line; empty when it gave none. */
    reason: z.string(),
  }),
  /** The rules could not be read, so one of them may match. */
  z.strictObject({ kind: z.literal('unknown') }),
]);
export type AskedBy = z.infer<typeof AskedBy>;

/** Describes in one line who wants a person to decide. */
export function askedByWords(askedBy: AskedBy): string {
  switch (askedBy.kind) {
    case 'rule':
      return ruleWords(askedBy);
    case 'hook':
      return `${hookWords(askedBy.name)} asks${askedBy.reason === '' ? ' you to decide' : `: ${askedBy.reason}`}`;
    default:
      return 'Claude Code did not say whether one of your rules asks about this';
  }
}

const ruleOwners: Readonly<Record<string, string>> = { projectSettings: 'The project’s', policySettings: 'Your organization’s' };

function ruleWords({ rule, source, certain }: Extract<AskedBy, { kind: 'rule' }>): string {
  const owner = (source !== null && ruleOwners[source]) || 'Your';
  if (rule === null) return `${owner} Claude settings ask about this`;
  return `${owner} rule ${rule} ${certain ? 'asks' : 'may cover this'}`;
}

function hookWords(name: string | null): string {
  const [, kind, from] = /^(plugin|skill):(.+)$/s.exec(name ?? '') ?? [];
  return kind === undefined ? 'Your hook' : `The hook of the ${kind} ${from}`;
}
