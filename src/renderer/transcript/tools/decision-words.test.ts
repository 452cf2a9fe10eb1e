import { expect, it } from 'vitest';
import { toChange } from '../../../main/claude/transcript/preview';
import type { ToolDecision, ToolItem } from '../../../shared/transcript';
import { clock } from '../../ui/amounts';
import { decisionWords, editedFields, isCutShort } from './decision-words';

const at = Date.UTC(2026, 10, 16, 12, 30);
const decision = (change: Partial<ToolDecision>): ToolDecision => ({
  answer: 'allow',
  surface: 'dialog',
  at,
  by: null,
  reason: null,
  note: null,
  edited: null,
  ...change,
});
const words = (change: Partial<ToolDecision>): string => decisionWords(decision(change)).replace(clock(at), 'NOW');

it('says what was decided, where and when', () => {
  expect(words({})).toBe('Allowed in the dialog at NOW');
  expect(words({ answer: 'answers', surface: 'card' })).toBe('Answered in the card at NOW');
  expect(words({ answer: 'deny', surface: 'timeout' })).toBe('Denied when its time ran out at NOW');
});

it('names the rule or the mode that decided', () => {
  expect(words({ surface: 'rule', by: 'rule Bash(npm run *)' })).toBe('Allowed by rule Bash(npm run *) at NOW');
  expect(words({ surface: 'mode' })).toBe('Allowed by the permission mode at NOW');
  expect(words({ surface: 'mode', by: 'It only reads, inside the folder.' })).toBe(
    'Allowed by the permission mode at NOW: It only reads, inside the folder.',
  );
  expect(words({ surface: 'card', by: 'your later answer' })).toBe('Allowed by your later answer at NOW');
});

it('says why something was denied, and what was said with an allow', () => {
  expect(words({ answer: 'deny', surface: 'tray', reason: 'Use pnpm.' })).toBe('Denied in the tray at NOW: Use pnpm.');
  expect(words({ note: 'only once' })).toBe('Allowed in the dialog at NOW, and told Claude: only once');
});

it('finds what the person changed in an input', () => {
  expect(
    editedFields({ command: 'rm -rf /', timeout: 5, description: 'x' }, { command: 'ls', timeout: 5, description: 'x', more: [1] }),
  ).toEqual([
    { name: 'command', before: 'rm -rf /', after: 'ls' },
    { name: 'more', before: '', after: '[\n  1\n]' },
  ]);
});

it('knows when the two inputs are cut too short to be compared', () => {
  const call = (input: object, edited: object, text = ''): ToolItem => ({
    index: 0,
    key: 'key',
    at,
    truncated: false,
    kind: 'tool',
    toolUseId: 'one',
    parentToolUseId: null,
    name: 'Bash',
    input: { ...input },
    status: 'ok',
    decision: decision({ edited: { ...edited } }),
    progress: null,
    result: { text, images: [], outcome: null },
  });
  const long = 'echo '.repeat(2_000);
  const sent = (whole: ToolItem) => {
    const { item } = toChange(whole);
    return item.kind === 'tool' && isCutShort(item);
  };
  expect([
    sent(call({ command: 'ls' }, { command: 'ls -l' })),
    sent(call({ command: 'ls' }, { command: 'ls -l' }, long.repeat(5))),
    sent(call({ command: `${long}a`, description: 'x' }, { command: `${long}b`, description: 'x' })),
    sent(call({ command: long, description: 'x' }, { command: 'ls', description: 'x' })),
    isCutShort(call({ command: `${long}a` }, { command: `${long}b` })),
  ]).toEqual([false, false, true, true, false]);
});
