import { expect, it } from 'vitest';
import { aFormAsk, anApprovalAsk, aPrompt } from '../../../test/a-form-ask';
import { anAsk } from '../../../test/an-ask';
import type { Ask } from '../../shared/ask';
import { notificationBody, notificationButtons, titlePrefix } from './notification-content';

const labels = (ask: Ask) => notificationButtons(ask).map(({ key, label }) => `${key}: ${label}`);
const options = (...names: string[]) => names.map((label) => ({ label, description: '' }));
const question = (questions: object[], change: Partial<Ask> = {}) =>
  anAsk('ask', { kind: 'question', tool: 'AskUserQuestion', input: { questions }, ...change });

it('offers Allow and Deny for a permission, but no Allow when it must be read in the window', () => {
  expect(labels(anAsk('ls'))).toEqual(['allow: Allow', 'deny: Deny']);
  const mark = { kind: 'sudo', text: 'Runs as root', grave: true } as const;
  expect(labels(anAsk('sudo ls', { marks: [mark] }))).toEqual(['deny: Deny', 'show: Show']);
  expect(labels(anAsk('ls', { note: 'may-have-run' }))).toEqual(['deny: Deny', 'show: Show']);
  expect(labels(anAsk('ls', { truncated: true }))).toEqual(['deny: Deny', 'show: Show']);
  expect(labels(anAsk('ls', { summaryIsComplete: false }))).toEqual(['deny: Deny', 'show: Show']);
  expect(labels(anAsk('x'.repeat(121)))).toEqual(['deny: Deny', 'show: Show']);
});

it('offers the options of a single question as answers', () => {
  const buttons = notificationButtons(question([{ question: 'Which colour?', header: '', options: options('Red', 'Blue') }]));
  expect(buttons).toEqual([
    { key: 'option-1', label: 'Red', decision: { answer: 'answers', answers: { 'Which colour?': 'Red' } } },
    { key: 'option-2', label: 'Blue', decision: { answer: 'answers', answers: { 'Which colour?': 'Blue' } } },
  ]);
});

it.each([
  [
    'two questions',
    question([
      { question: 'A?', options: options('x') },
      { question: 'B?', options: options('y') },
    ]),
  ],
  ['four options', question([{ question: 'A?', options: options('1', '2', '3', '4') }])],
  ['several choices', question([{ question: 'A?', multiSelect: true, options: options('1', '2') }])],
  ['no options', question([{ question: 'A?', options: [] }])],
  ['a question that was cut', question([{ question: 'A?', options: options('1') }], { truncated: true })],
  ['a question that is too long for a notification', question([{ question: 'A?', options: options('1') }], { summary: 'A'.repeat(121) })],
  ['no question at all', question([])],
])('only opens the window for %s', (_what, ask) => {
  expect(labels(ask)).toEqual(['answer: Answer']);
});

it('opens plans in the window', () => {
  expect(labels(anAsk('p', { kind: 'plan' }))).toEqual(['show: Show']);
});

it('starts the title with the tool or the kind of ask', () => {
  const kinds = ['permission', 'question', 'plan'] as const;
  expect(kinds.map((kind) => titlePrefix(anAsk('x', { kind })))).toEqual(['Bash', 'Question', 'Plan']);
});

it('describes an ask and who wants the user to decide', () => {
  const askedBy = { kind: 'hook', name: null, reason: 'look first' } as const;
  expect([notificationBody(anAsk('ls')), notificationBody(anAsk('ls', { askedBy, changedByHook: true }))]).toEqual([
    'ls',
    'ls · Your hook asks: look first · Changed by your hook',
  ]);
  expect(labels(anAsk('ls', { askedBy }))).toEqual(['allow: Allow', 'deny: Deny']);
});

it('offers Deny first when Claude Code asks for that default', () => {
  expect(labels(anAsk('ls', { defaultToNo: true }))).toEqual(['deny: Deny', 'allow: Allow']);
});

it('offers the scopes of a tool’s approval, but no more buttons than every desktop shows', () => {
  const scoped = (...approvalScopes: ('once' | 'session' | 'always')[]) =>
    anApprovalAsk('call', { interaction: aPrompt('call', { approvalScopes }) });
  expect(labels(scoped('once'))).toEqual(['allow: Allow once', 'deny: Deny']);
  expect(labels(scoped('once', 'session', 'always'))).toEqual(['allow: Allow once', 'allow-session: Allow for session', 'deny: Deny']);
  expect(notificationButtons(scoped('always'))[0]).toEqual({
    key: 'allow-always',
    label: 'Always allow',
    decision: { answer: 'allow', approvalScope: 'always' },
  });
  expect(labels({ ...scoped('once'), summaryIsComplete: false })).toEqual(['deny: Deny', 'show: Show']);
});

it('only opens a form, and a prompt that takes no answer', () => {
  const form = aFormAsk('call', [{ id: 'name', type: 'text', label: 'Name' }]);
  const over = anApprovalAsk('call', { interaction: aPrompt('call', { survivesRestart: false }), note: 'app-restarted' });
  expect([form, over].map(labels)).toEqual([['open: Open'], ['open: Open']]);
  expect(notificationButtons(anApprovalAsk('call'), false).map(({ label }) => label)).toEqual(['Open']);
});

it('names a prompt after who asks', () => {
  const origin = { by: 'server', server: 'everything' } as const;
  expect([anApprovalAsk('call'), aFormAsk('call', [], { interaction: aPrompt('call', { origin }) })].map(titlePrefix)).toEqual([
    'Delete files',
    'everything needs your input',
  ]);
});
