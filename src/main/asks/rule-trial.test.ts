import { expect, it, vi } from 'vitest';
import type { Rule } from '../../shared/rule';
import { readShell } from '../shell/reader';
import { type PastAsk, toolsLike, tryRule } from './rule-trial';

vi.mock(import('../shell/reader'), async (original) => {
  const real = await original();
  return { ...real, readShell: vi.fn(real.readShell) };
});

const where = { home: '/home/ann', realpath: (place: string) => place };
let asked = 0;
const past = (command: string, more: Partial<PastAsk> & { folder?: string; truncated?: boolean } = {}): PastAsk => ({
  askId: `one/${++asked}`,
  tool: 'Bash',
  sessionId: 'one',
  summary: `Runs ${command}`,
  decision: 'allow',
  at: 5,
  details: { input: { command }, truncated: more.truncated ?? false, folder: more.folder ?? '/project' },
  ...more,
});
const rule = (content: string, scope: Rule['scope'] = { kind: 'everywhere' }): Rule => ({
  tool: 'Bash',
  content,
  id: 'rule',
  behavior: 'allow',
  scope,
  createdAt: 0,
  source: '',
});
const title = (id: string): string => `Session ${id}`;

it('counts the past asks a rule would have matched, and lists the newest', () => {
  const asks = [past('npm run build'), past('npm test'), past('npm run lint', { sessionId: 'two', decision: 'deny' })];
  expect(tryRule(rule('npm run *'), asks, where, title)).toEqual({
    of: 3,
    count: 2,
    matches: [
      { summary: 'Runs npm run build', session: 'Session one', at: 5, decision: 'allow' },
      { summary: 'Runs npm run lint', session: 'Session two', at: 5, decision: 'deny' },
    ],
  });
});

it('counts an ask once that was put off and answered later, as it was answered', () => {
  const { askId } = past('make');
  const asks = [past('make', { askId, decision: 'allow' }), past('make', { decision: 'deny' }), past('make', { askId, decision: 'deny' })];
  const { of, count, matches } = tryRule(rule('make'), asks, where, title);
  expect([of, count, matches.map(({ decision }) => decision)]).toEqual([2, 2, ['allow', 'deny']]);
});

it('counts only what its scope reaches', () => {
  const asks = [past('make'), past('make', { folder: '/other' }), past('make', { sessionId: 'two' })];
  expect(tryRule(rule('make', { kind: 'folder', folder: '/project' }), asks, where, title).count).toBe(2);
});

it('lists no more than a person reads, and counts them all', () => {
  const { count, matches } = tryRule(
    rule('make'),
    Array.from({ length: 50 }, () => past('make')),
    where,
    title,
  );
  expect([count, matches.length]).toEqual([50, 20]);
});

it('says nothing of asks whose input was cut or is not known', () => {
  const asks = [past('make', { truncated: true }), past('make', { details: { end: 'delivered' } }), past('make', { details: null })];
  expect(tryRule(rule('make'), asks, where, title)).toEqual({ of: 3, count: 0, matches: [] });
});

it('counts a file that was written, however much was cut of what was written into it', () => {
  const wrote = (file_path: string, truncated: boolean): PastAsk => ({
    ...past(''),
    tool: 'Write',
    details: { input: { file_path, content: 'a' }, truncated, folder: '/project' },
  });
  const asks = [wrote('/project/src/a', true), wrote('/project/src/b', false), wrote('/project/c', true)];
  expect(tryRule({ ...rule('//project/src/**'), tool: 'Edit' }, asks, where, title)).toMatchObject({ of: 3, count: 2 });
});

it('counts nothing that it would have left to a person', () => {
  const marked = (command: string, ...marks: string[]): PastAsk => ({
    ...past(command),
    details: { input: { command }, truncated: false, folder: '/project', marks },
  });
  const asks = [marked('rm -rf build', 'deletes'), marked('curl a.example', 'network'), marked('make')];
  const counts = [null, 'curl a.example', 'rm -rf build'].map((content) => tryRule({ ...rule(''), content }, asks, where, title).count);
  expect(counts).toEqual([1, 1, 0]);
});

it('knows which tools one rule can speak of', () => {
  expect([toolsLike('Bash'), toolsLike('Write').includes('Edit'), toolsLike('Read').includes('Grep')]).toEqual([['Bash'], true, true]);
});

it('reads the rule once and asks the disk for each place once, however many asks there were: everything else waits meanwhile', () => {
  vi.mocked(readShell).mockClear();
  const places: string[] = [];
  const realpath = (place: string): string | null => {
    places.push(place);
    return /HEAD|\.git/.test(place) ? null : place;
  };
  const asks = Array.from({ length: 50 }, () => past('cd src && npm run build | tail -5'));
  expect(tryRule(rule('npm run build'), asks, { ...where, realpath }, title).count).toBe(50);
  expect(vi.mocked(readShell).mock.calls.filter(([text]) => text === 'npm run build')).toHaveLength(1);
  expect(places).toEqual([...new Set(places)]);
});

it('does not count what a person has to answer each time', () => {
  const { details } = past('make');
  const explicit = past('make', { details: Object.assign({}, details, { askedBy: { kind: 'hook', name: null, reason: '' } }) });
  expect(tryRule(rule('make'), [past('make'), explicit], where, title)).toMatchObject({ of: 2, count: 1 });
});
