import { expect, it } from 'vitest';
import { aPermissionRequest } from '../../../test/a-permission-request';
import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import { SessionId } from '../../shared/ids';
import { toPermissionAnswer } from './permission-answer';
import { toAsk } from './to-ask';

const tools: Readonly<Record<Ask['kind'], string>> = {
  permission: 'Bash',
  question: 'AskUserQuestion',
  form: 'mcp__signalbox__ask_user',
  plan: 'ExitPlanMode',
};

function answer(kind: keyof typeof tools, input: Record<string, unknown>, decision: Decision) {
  const request = aPermissionRequest({ tool: tools[kind], input });
  const { ask } = toAsk(SessionId.parse('session'), request, 0, { cwd: '/project', home: '/home/ann', realpath: (path) => path });
  return toPermissionAnswer(ask, input, decision);
}

const question = { questions: [{ question: 'Which?', options: [{ label: 'A' }] }, { question: 'Why?' }], metadata: { kept: true } };

it('allows with the input as it was asked, or as the person edited it', () => {
  expect(answer('permission', { command: 'ls' }, { answer: 'allow' })).toEqual({ answer: 'allow', input: { command: 'ls' } });
  expect(answer('permission', { command: 'ls' }, { answer: 'allow', input: { command: 'ls -l' } })).toEqual({
    answer: 'allow',
    input: { command: 'ls -l' },
  });
});

it('denies with the person’s reason, word for word, and never without one', () => {
  expect(answer('permission', {}, { answer: 'deny', reason: ' Not now. ' })).toEqual({ answer: 'deny', message: ' Not now. ' });
  for (const kind of ['permission', 'question', 'plan'] as const) {
    expect(answer(kind, {}, { answer: 'deny', reason: '  ' })).toEqual({
      answer: 'deny',
      message: expect.stringMatching(/^The user .+\.$/),
    });
  }
});

it('never sends the denial that interrupts: the CLI would drop its reason', () => {
  expect(answer('permission', {}, { answer: 'deny', reason: 'Stop.', stop: true })).toEqual({ answer: 'deny', message: 'Stop.' });
});

it('lets edits through after a plan only when the person said so, and for no other kind', () => {
  expect(answer('plan', { plan: 'x' }, { answer: 'allow', acceptEdits: true })).toEqual({
    answer: 'allow',
    input: { plan: 'x' },
    mode: 'acceptEdits',
  });
  expect(answer('plan', { plan: 'x' }, { answer: 'allow' })).not.toHaveProperty('mode');
  expect(answer('permission', {}, { answer: 'allow', acceptEdits: true })).not.toHaveProperty('mode');
});

it('answers questions by their text, with notes, and sends the whole input back', () => {
  const decision: Decision = {
    answer: 'answers',
    answers: { 'Which?': ['A', 'something else'], 'Why?': 'Because' },
    notes: { 'Which?': 'both', 'Why?': '  ', 'Unknown?': 'x' },
  };
  expect(answer('question', question, decision)).toEqual({
    answer: 'allow',
    input: {
      ...question,
      answers: { 'Which?': ['A', 'something else'], 'Why?': 'Because' },
      annotations: { 'Which?': { notes: 'both' } },
    },
  });
  expect(answer('question', question, { answer: 'answers', answers: { 'Why?': 'Because' } })).toEqual({
    answer: 'allow',
    input: { ...question, answers: { 'Why?': 'Because' } },
  });
});

it.each([
  ['a plain allow to a question', 'question', { answer: 'allow' }],
  ['answers to a permission', 'permission', { answer: 'answers', answers: {} }],
  ['answers to a plan', 'plan', { answer: 'answers', answers: {} }],
  ['answers to other questions', 'question', { answer: 'answers', answers: { 'Else?': 'x' } }],
] as const)('refuses %s', (_what, kind, decision) => {
  expect(() => answer(kind, question, decision)).toThrow(expect.objectContaining({ code: 'bad-request' }));
});
