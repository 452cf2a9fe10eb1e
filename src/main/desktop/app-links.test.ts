import { expect, it } from 'vitest';
import { parseAppLink, registerAppLinks } from './app-links';

it.each([
  ['signalbox://session/8a5e8d0e-4c1f-4c62-9a8e-0d7a1c6f2b11', { kind: 'session', id: '8a5e8d0e-4c1f-4c62-9a8e-0d7a1c6f2b11' }],
  ['signalbox://session/abc/', { kind: 'session', id: 'abc' }],
  ['signalbox://new', { kind: 'new', folder: null }],
  ['signalbox://new/', { kind: 'new', folder: null }],
  ['signalbox://new?folder=/home/ann/a%20project', { kind: 'new', folder: '/home/ann/a project' }],
  ['signalbox://new/?folder=%2Fhome%2Fann%2F%C3%BCbung', { kind: 'new', folder: '/home/ann/übung' }],
  ['signalbox://inbox', { kind: 'inbox' }],
  ['SIGNALBOX://inbox/', { kind: 'inbox' }],
])('%s opens what it names', (link, target) => {
  expect(parseAppLink(link)).toEqual(target);
});

it.each([
  '',
  'signalbox',
  'signalbox:',
  'signalbox://',
  'signalbox:session/abc',
  'signalbox:///session/abc',
  'signalbox://allow/abc',
  'signalbox://asks/abc?decision=allow',
  'signalbox://session',
  'signalbox://session/',
  'signalbox://session/..',
  'signalbox://session/abc/asks',
  'signalbox://session/abc?allow=1',
  'signalbox://session/abc#allow',
  'signalbox://session/%2e%2e%2fabc',
  'signalbox://session/a b',
  'signalbox://user@session/abc',
  'signalbox://user:word@session/abc',
  'signalbox://session:80/abc',
  'signalbox://inbox?x',
  'signalbox://inbox/allow',
  'signalbox://new/home/ann',
  'signalbox://new?message=rm',
  'signalbox://new?folder=/home/ann&message=rm',
  'signalbox://new?folder=/home/ann&folder=/etc',
  'signalbox://new?folder=',
  'signalbox://new?folder=home/ann',
  'signalbox://new?folder=~/project',
  'signalbox://new?folder=../..',
  'signalbox://new?folder=-p',
  'signalbox://new?folder=file:///home/ann',
  'signalbox://new?folder=//server/share',
  'signalbox://new?folder=%5C%5Cserver%5Cshare',
  'signalbox://new?folder=/home/ann%00/etc',
  'signalbox://new?folder=/home/ann%0A',
  'signalbox://new?folder=/home/%E2%80%AEnna',
  'signalbox://new?folder=/home/%E2%80%8Bann',
  'signalbox://inbox\n',
  ' signalbox://inbox\u202e',
  'https://session/abc',
  'javascript:alert(1)',
  'file:///etc/passwd',
])('ignores %j', (link) => {
  expect(parseAppLink(link)).toBeNull();
});

it('ignores a link that is too long', () => {
  expect(parseAppLink(`signalbox://session/${'a'.repeat(101)}`)).toBeNull();
  expect(parseAppLink(`signalbox://new?folder=/${'a'.repeat(4_096)}`)).toBeNull();
  expect(parseAppLink(`signalbox://new?folder=/${'%61'.repeat(4_000)}`)).toBeNull();
});

it.each([
  ['darwin', [['signalbox']]],
  ['win32', [['signalbox', 'C:\\app.exe', ['--']]]],
  ['linux', []],
] as const)('claims the scheme on %s with %j', (platform, expected) => {
  const claimed: unknown[] = [];
  registerAppLinks({ setAsDefaultProtocolClient: (...args) => claimed.push(args) > 0 }, platform, 'C:\\app.exe');
  expect(claimed).toEqual(expected);
});
