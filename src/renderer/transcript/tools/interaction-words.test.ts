import { expect, it } from 'vitest';
import type { FormField } from '../../../shared/form';
import { InteractionId } from '../../../shared/interaction';
import type { InteractionStep } from '../../../shared/transcript';
import { stepOutcome } from './interaction-words';

const at = new Date(2026, 10, 18, 19, 45).getTime();
const name: FormField = { id: 'name', type: 'text', label: 'Name' };
const seat: FormField = { id: 'seat', type: 'select', label: 'Seat', options: [{ value: 'w', label: 'Window' }] };

const aStep = (parts: Partial<InteractionStep> = {}): InteractionStep => ({
  interactionId: InteractionId.parse('p'),
  step: 0,
  at,
  turn: null,
  messageId: null,
  toolUseId: 'call',
  kind: 'input',
  origin: { by: 'tool', tool: 'ask_user', title: 'Claude needs your input', builtIn: true },
  prompt: 'Who travels?',
  error: null,
  presentation: 'tool',
  approvalScopes: [],
  form: { mode: 'form', fields: [name, seat], initialValues: {} },
  completedView: { showInputs: true },
  response: null,
  isOpen: false,
  ...parts,
});
const response = (parts: Partial<NonNullable<InteractionStep['response']>>): NonNullable<InteractionStep['response']> => ({
  at,
  action: 'submit',
  surface: 'dialog',
  approvalScope: null,
  values: null,
  reason: null,
  ...parts,
});
const wordsOf = (parts: Partial<InteractionStep>) => stepOutcome(aStep(parts)).words;
const values = { name: 'Ann', seat: 'w' };

it('says what was submitted, where and when', () => {
  expect(stepOutcome(aStep({ response: response({ values }) }))).toEqual({
    result: 'yes',
    words: 'Submitted: Name: Ann, Seat: Window',
    where: 'in the dialog at 19:45',
  });
  expect(wordsOf({ response: response({ values }), form: { mode: 'form', fields: [name], initialValues: {} } })).toBe('Submitted: Ann');
});

it('hides the values if the tool says so', () => {
  expect(wordsOf({ response: response({ values }), completedView: { showInputs: false } })).toBe('Submitted');
});

it('shows the summary that the tool wrote, with the values as text', () => {
  const completedView = { showInputs: false, summaryTemplate: '{{action}}: {{name}} at the {{seat}}, {{unknown}}<b>' };
  expect(wordsOf({ completedView, response: response({ values }) })).toBe('Submitted: Ann at the Window, <b>');
  expect(
    wordsOf({ completedView: { showInputs: true, summaryTemplate: '{{unknown}}' }, response: response({ values: { name: 'Ann' } }) }),
  ).toBe('Submitted: Name: Ann');
});

it.each([
  [response({ action: 'approve', approvalScope: 'session' }), 'yes', 'Allowed for this session'],
  [response({ action: 'deny', reason: 'Not\ntoday' }), 'no', 'Denied: Not today'],
  [response({ action: 'cancel' }), 'none', 'Closed without an answer'],
  [response({ action: 'timeout', surface: 'timeout' }), 'none', 'Nobody answered in time'],
] as const)('tells how else a prompt ended: %j', (given, result, words) => {
  expect(stepOutcome(aStep({ response: given }))).toMatchObject({ result, words });
});

it('a server is told that a person declined', () => {
  expect(wordsOf({ origin: { by: 'server', server: 'everything' }, response: response({ action: 'deny' }) })).toBe('Declined');
});

it('tells a prompt that waits from one that ended without an answer', () => {
  expect([stepOutcome(aStep({ isOpen: true })), stepOutcome(aStep())]).toMatchObject([
    { result: 'open', words: 'Waits for your answer' },
    { result: 'none', words: 'Ended without an answer' },
  ]);
});
