import { expect, it } from 'vitest';
import { SessionId } from '../../shared/ids';
import { revokedWords, scopeWords, sought } from './rule-words';

it('says how far a rule reaches', () => {
  const id = SessionId.parse('s1');
  const sessions = [{ id, title: 'Fix the build' }];
  expect([
    scopeWords({ kind: 'session', sessionId: id }, sessions),
    scopeWords({ kind: 'session', sessionId: id }, []),
    scopeWords({ kind: 'folder', folder: '/home/me/project' }, sessions),
    scopeWords({ kind: 'everywhere' }, sessions),
  ]).toEqual(['In the session “Fix the build”', 'In a session that is closed', 'In /home/me/project', 'Everywhere']);
});

it('promises that calls ask again only where revoking a rule brings that about', () => {
  expect([revokedWords({}), revokedWords({ claudeFile: '/home/me/.claude/settings.json' })]).toEqual([
    'Such calls will ask again.',
    'Claude’s own settings go on allowing such calls.',
  ]);
});

it('finds a rule by any of its words, in any order', () => {
  const texts = ['Bash(npm run *)', 'In /home/me/project'];
  expect(['', 'NPM', 'project npm', 'npm elsewhere'].map((search) => sought(search, texts))).toEqual([true, true, true, false]);
});
