import { expect, it } from 'vitest';
import { handedOver, isJudgeCommand, parseCommandLine } from './command-line';

const cwd = '/home/ann';
const installed = (...args: string[]) => parseCommandLine({ argv: ['/usr/bin/signalbox', ...args], cwd, namesApp: false });
const inDevelopment = (...args: string[]) => parseCommandLine({ argv: ['electron', ...args], cwd, namesApp: true });

it.each([
  [[], null],
  [['--disable-gpu', '--remote-debugging-port=0'], null],
  [['--new-session'], { kind: 'new', folder: null }],
  [['project'], { kind: 'new', folder: '/home/ann/project' }],
  [['.'], { kind: 'new', folder: '/home/ann' }],
  [['/srv/site', '/srv/other'], { kind: 'new', folder: '/srv/site' }],
  [['--new-session', '--no-sandbox', '../bob'], { kind: 'new', folder: '/home/bob' }],
  [['--', '-odd-'], { kind: 'new', folder: '/home/ann/-odd-' }],
  [['--', '--new-session'], { kind: 'new', folder: '/home/ann/--new-session' }],
  [['file:///home/ann/a%20project'], { kind: 'new', folder: '/home/ann/a project' }],
  [['file://server/share'], null],
  [['signalbox://inbox'], { kind: 'inbox' }],
  [['--', 'signalbox://session/abc'], { kind: 'session', id: 'abc' }],
])('an installed app started with %j', (args, opening) => {
  expect(installed(...args)).toEqual(opening);
});

it('a link that is refused opens nothing, whatever stands beside it', () => {
  expect(installed('--new-session', 'signalbox://allow/abc', '/etc')).toBeNull();
  expect(installed('Signalbox://asks/abc?decision=allow')).toBeNull();
});

it('in development the first word is our own folder', () => {
  expect(inDevelopment('.')).toBeNull();
  expect(inDevelopment('--no-sandbox', '--disable-gpu', '/src/signalbox', 'project')).toEqual({ kind: 'new', folder: '/home/ann/project' });
  expect(inDevelopment('-r', '/tools/loader.js', '.', '--new-session')).toEqual({ kind: 'new', folder: null });
  expect(inDevelopment('.', 'signalbox://new')).toEqual({ kind: 'new', folder: null });
});

it('what another start hands over is taken as it was typed, and nonsense as nothing', () => {
  const typed = { argv: ['signalbox', '--', '-odd-'], cwd };
  expect(handedOver(typed)).toEqual(typed);
  for (const nonsense of [null, undefined, 'x', [], {}, { argv: 'x', cwd: 1 }, { argv: [1, null] }]) {
    expect(parseCommandLine({ ...handedOver(nonsense), namesApp: false })).toBeNull();
  }
});

it.each([
  [['judge'], true],
  [['--no-sandbox', 'judge'], true],
  [[], false],
  [['./judge'], false],
  [['--', 'judge'], false],
  [['project', 'judge'], false],
])('knows whether %j is the judge command', (args, expected) => {
  expect(isJudgeCommand({ argv: ['signalbox', ...args], namesApp: false })).toBe(expected);
  expect(isJudgeCommand({ argv: ['electron', '.', ...args], namesApp: true })).toBe(expected);
});
