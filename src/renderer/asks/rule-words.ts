import type { RuleCandidate, RuleDraft } from '../../shared/rule';

export const scopeWords: Readonly<Record<RuleDraft['scope'], string>> = {
  session: 'This session',
  folder: 'This folder',
  everywhere: 'Everywhere',
};

/** Returns the scopes that a rule may have, narrowest first. */
export const allowedScopes = ({ sessionOnly }: RuleCandidate): readonly RuleDraft['scope'][] =>
  sessionOnly ? ['session'] : ['session', 'folder', 'everywhere'];

/** Drafts a rule from a candidate. It keeps the scope of the previous draft if the candidate allows it. */
export function draftRule(candidate: RuleCandidate, before: RuleDraft | null): RuleDraft {
  const scopes = allowedScopes(candidate);
  const wanted = before?.scope ?? 'folder';
  const scope = scopes.includes(wanted) ? wanted : 'session';
  return { tool: candidate.tool, content: candidate.content, scope, inClaude: scope !== 'session' && (before?.inClaude ?? false) };
}
