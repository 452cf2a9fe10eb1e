import { expect, it } from 'vitest';
import { aFormAsk, anApprovalAsk, aPrompt } from '../../../test/a-form-ask';
import { anAsk } from '../../../test/an-ask';
import type { Ask } from '../../shared/ask';
import type { Decision, Surface } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import { checkDecision, type DecideOptions } from './check-decision';

const questions = [{ question: 'Which?', options: [{ label: 'A' }] }];

function codeOf(ask: Ask, decision: Decision, surface: Surface, options: DecideOptions = {}): string | null {
  try {
    checkDecision(decision, { ask, input: () => ask.input, surface, options });
    return null;
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

it.each<[string, Partial<Ask>]>([
  ['is marked', { marks: [{ kind: 'sudo', text: 'Runs as root', grave: true }] }],
  ['may have run', { note: 'may-have-run' }],
  ['has more input than every window was sent', { truncated: true }],
  ['is not told whole by its summary', { summaryIsComplete: false }],
  ['has a longer summary than a tray shows', { summary: 'x'.repeat(121) }],
])('a call that %s is allowed only where all of it is in view', (_what, parts) => {
  const ask = anAsk('ls', parts);
  const outside = (['tray', 'notification', 'api', 'command'] as const).map((surface) => codeOf(ask, { answer: 'allow' }, surface));
  expect(outside).toEqual(Array.from(outside, () => 'needs-look'));
  const inside = (['dialog', 'card', 'inbox'] as const).map((surface) => codeOf(ask, { answer: 'allow' }, surface));
  expect(inside).toEqual([null, null, null]);
  expect(codeOf(ask, { answer: 'deny' }, 'tray')).toBe(null);
});

it('a question is answered in a notification only when that shows it whole', () => {
  const ask = anAsk('q', { kind: 'question', input: { questions } });
  const answer: Decision = { answer: 'answers', answers: { 'Which?': 'A' } };
  expect(codeOf(ask, answer, 'notification')).toBe(null);
  expect(codeOf({ ...ask, summaryIsComplete: false }, answer, 'notification')).toBe('needs-look');
  expect(codeOf({ ...ask, summaryIsComplete: false }, answer, 'card')).toBe(null);
});

it('an answer is for one prompt of a call, and not for the next one', () => {
  const ask = anApprovalAsk('call');
  const earlier = aPrompt('before').id;
  expect(codeOf(ask, { answer: 'allow' }, 'dialog', { interactionId: ask.interaction?.id })).toBe(null);
  expect(codeOf(ask, { answer: 'allow' }, 'dialog', { interactionId: earlier })).toBe('stale-interaction');
  expect(codeOf(ask, { answer: 'allow' }, 'dialog')).toBe('stale-interaction');
});

it('an approval reaches only as far as the tool offers, and makes no rule', () => {
  const prompt = aPrompt('call', { approvalScopes: ['session'] });
  const ask = anApprovalAsk('call', { interaction: prompt });
  const options = { interactionId: prompt.id };
  expect(codeOf(ask, { answer: 'allow', approvalScope: 'session' }, 'dialog', options)).toBe(null);
  expect(codeOf(ask, { answer: 'allow', approvalScope: 'always' }, 'dialog', options)).toBe('bad-request');
  expect(codeOf(ask, { answer: 'allow' }, 'dialog', options)).toBe('bad-request');
  expect(codeOf(ask, { answer: 'allow', approvalScope: 'session' }, 'dialog', { ...options, remember: 'session' })).toBe('bad-request');
});

it('a form is submitted only in the window or by a program, by its rules, and only a server is told that a person declined', () => {
  const ask = aFormAsk('call', [{ id: 'name', type: 'text', label: 'Name', pattern: '[A-Z].*', required: true }]);
  const options = { interactionId: ask.interaction?.id };
  const submit = (name: string): Decision => ({ answer: 'submit', values: { name } });
  expect(codeOf(ask, submit('Ann'), 'dialog', options)).toBe(null);
  expect([submit(''), submit('ann')].map((one) => codeOf(ask, one, 'dialog', options))).toEqual(['invalid-request', 'invalid-request']);
  expect(codeOf(ask, submit('Ann'), 'tray', options)).toBe('needs-look');
  expect([submit('Ann'), submit('ann')].map((one) => codeOf(ask, one, 'api', options))).toEqual([null, 'invalid-request']);
  expect(codeOf(ask, { answer: 'deny' }, 'dialog', options)).toBe('bad-request');
  const ofServer = { ...ask, interaction: aPrompt('call', { origin: { by: 'server', server: 'everything' } }) };
  expect(codeOf(ofServer, { answer: 'deny' }, 'dialog', options)).toBe(null);
});

it('a prompt whose tool can’t go on is only closed', () => {
  const prompt = aPrompt('call', { survivesRestart: false });
  const ask = aFormAsk('call', [{ id: 'name', type: 'text', label: 'Name' }], { interaction: prompt, note: 'app-restarted' });
  const options = { interactionId: prompt.id };
  expect(codeOf(ask, { answer: 'submit', values: {} }, 'dialog', options)).toBe('run-gone');
  expect(codeOf(ask, { answer: 'cancel' }, 'dialog', options)).toBe(null);
});

it('a program answers questions, which it gets whole, but allows no call that a notification may not', () => {
  const answer: Decision = { answer: 'answers', answers: { 'Which?': 'A' } };
  const question = anAsk('q', { kind: 'question', input: { questions }, summaryIsComplete: false });
  const plan = anAsk('p', { kind: 'plan', summaryIsComplete: false });
  for (const surface of ['api', 'command'] as const) {
    expect(codeOf(question, answer, surface)).toBe(null);
    expect(codeOf({ ...question, marks: [{ kind: 'not-understood', text: 'Odd', grave: false }] }, answer, surface)).toBe('needs-look');
    expect([codeOf(plan, { answer: 'allow' }, surface), codeOf(anAsk('ls'), { answer: 'allow' }, surface)]).toEqual(['needs-look', null]);
  }
});
