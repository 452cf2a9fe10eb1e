import { assertNever } from '../../shared/assert';
import type { Rule, RuleScope } from '../../shared/rule';
import type { SessionSummary } from '../../shared/session';

/** Describes the scope of a rule. */
export function scopeWords(scope: RuleScope, sessions: readonly Pick<SessionSummary, 'id' | 'title'>[]): string {
  switch (scope.kind) {
    case 'session': {
      const session = sessions.find(({ id }) => id === scope.sessionId);
      return session ? `In the session “${session.title}”` : 'In a session that is closed';
    }
    case 'folder':
      return `In ${scope.folder}`;
    case 'everywhere':
      return 'Everywhere';
    default:
      return assertNever(scope);
  }
}

/** Describes the effect of revoking a rule. */
export const revokedWords = ({ claudeFile }: Pick<Rule, 'claudeFile'>): string =>
  claudeFile === undefined ? 'Such calls will ask again.' : 'Claude’s own settings go on allowing such calls.';

/** Whether the texts contain every word of the search. */
export function matchesSearch(search: string, texts: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
