import { expect, it } from 'vitest';
import { parseCommandLine, parseSecondInstance, parseTextCommand } from './command-line';

const cwd = '/home/ann';
const installed = (...args: string[]) => parseCommandLine({ argv: ['/usr/bin/signalbox', ...args], cwd, hasAppPath: false });
const inDevelopment = (...args: string[]) => parseCommandLine({ argv: ['electron', ...args], cwd, hasAppPath: true });

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
])('parses %j for an installed app', (args, target) => {
  expect(installed(...args)).toEqual(target);
});

it('opens nothing for an invalid link, whatever the other arguments are', () => {
  expect(installed('--new-session', 'signalbox://allow/abc', '/etc')).toBeNull();
  expect(installed('Signalbox://asks/abc?decision=allow')).toBeNull();
});

it('skips the app’s own path in development', () => {
  expect(inDevelopment('.')).toBeNull();
  expect(inDevelopment('--no-sandbox', '--disable-gpu', '/src/signalbox', 'project')).toEqual({ kind: 'new', folder: '/home/ann/project' });
  expect(inDevelopment('-r', '/tools/loader.js', '.', '--new-session')).toEqual({ kind: 'new', folder: null });
  expect(inDevelopment('.', 'signalbox://new')).toEqual({ kind: 'new', folder: null });
});

it('reads the arguments of a second instance as typed, and ignores invalid data', () => {
  const typed = { argv: ['signalbox', '--', '-odd-'], cwd };
  expect(parseSecondInstance(typed)).toEqual(typed);
  for (const nonsense of [null, undefined, 'x', [], {}, { argv: 'x', cwd: 1 }, { argv: [1, null] }]) {
    expect(parseCommandLine({ ...parseSecondInstance(nonsense), hasAppPath: false })).toBeNull();
  }
});

it.each([
  [['judge'], { program: 'judge.js', args: [] }],
  [['--no-sandbox', 'judge'], { program: 'judge.js', args: [] }],
  [['pending', '--json'], { program: 'command.js', args: ['pending', '--json'] }],
  [['send', 'pending', '--', '-text-'], { program: 'command.js', args: ['send', 'pending', '--', '-text-'] }],
  [['__ids', 'requests'], { program: 'command.js', args: ['__ids', 'requests'] }],
  [[], null],
  [['./judge'], null],
  [['./pending'], null],
  [['--', 'judge'], null],
  [['project', 'pending'], null],
])('recognizes whether %j opens no window', (args, expected) => {
  expect(parseTextCommand({ argv: ['signalbox', ...args], hasAppPath: false })).toEqual(expected);
  expect(parseTextCommand({ argv: ['electron', '.', ...args], hasAppPath: true })).toEqual(expected);
});
