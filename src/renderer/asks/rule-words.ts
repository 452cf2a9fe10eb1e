import type { RuleCandidate, RuleDraft } from '../../shared/rule';

export const scopeWords: Readonly<Record<RuleDraft['scope'], string>> = {
  session: 'This session',
  folder: 'This folder',
  everywhere: 'Everywhere',
};

/** The scopes in which a rule may be kept, the narrowest first. */
export const scopesOf = ({ sessionOnly }: RuleCandidate): readonly RuleDraft['scope'][] =>
  sessionOnly ? ['session'] : ['session', 'folder', 'everywhere'];

/** A rule from a candidate, kept as far as the person wanted the one before, where this one may be. */
export function draftOf(candidate: RuleCandidate, before: RuleDraft | null): RuleDraft {
  const scopes = scopesOf(candidate);
  const wanted = before?.scope ?? 'folder';
  const scope = scopes.includes(wanted) ? wanted : 'session';
  return { tool: candidate.tool, content: candidate.content, scope, inClaude: scope !== 'session' && (before?.inClaude ?? false) };
}
