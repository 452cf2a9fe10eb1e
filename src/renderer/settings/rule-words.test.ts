import { expect, it } from 'vitest';
import { SessionId } from '../../shared/ids';
import { matchesSearch, revokedWords, scopeWords } from './rule-words';

it('describes the scope of a rule', () => {
  const id = SessionId.parse('s1');
  const sessions = [{ id, title: 'Fix the build' }];
  expect([
    scopeWords({ kind: 'session', sessionId: id }, sessions),
    scopeWords({ kind: 'session', sessionId: id }, []),
    scopeWords({ kind: 'folder', folder: '/home/me/project' }, sessions),
    scopeWords({ kind: 'everywhere' }, sessions),
  ]).toEqual(['In the session “Fix the build”', 'In a session that is closed', 'In /home/me/project', 'Everywhere']);
});

it('says that calls will ask again only if revoking the rule has that effect', () => {
  expect([revokedWords({}), revokedWords({ claudeFile: '/home/me/.claude/settings.json' })]).toEqual([
    'Such calls will ask again.',
    'Claude’s own settings go on allowing such calls.',
  ]);
});

it('finds a rule by any of its words, in any order', () => {
  const texts = ['Bash(npm run *)', 'In /home/me/project'];
  expect(['', 'NPM', 'project npm', 'npm elsewhere'].map((search) => matchesSearch(search, texts))).toEqual([true, true, true, false]);
});
