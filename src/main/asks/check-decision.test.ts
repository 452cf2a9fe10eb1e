import { expect, it } from 'vitest';
import { anAsk } from '../../../test/an-ask';
import type { Ask } from '../../shared/ask';
import type { Decision, Surface } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import { checkDecision } from './check-decision';

const questions = [{ question: 'Which?', options: [{ label: 'A' }] }];

function codeOf(ask: Ask, decision: Decision, surface: Surface): string | null {
  try {
    checkDecision(decision, { ask, input: () => ask.input, surface, options: {} });
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
  const outside = (['tray', 'notification'] as const).map((surface) => codeOf(ask, { answer: 'allow' }, surface));
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
