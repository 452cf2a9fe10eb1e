import { expect, it } from 'vitest';
import { toolName, toolSummary } from './tool-summary';

it('says a call by its most telling field, in one line', () => {
  expect(toolSummary({ description: 'make it', command: 'touch a\n  && ls' })).toBe('touch a && ls');
  expect(toolSummary({ limit: 5, file_path: '/tmp/a.ts' })).toBe('/tmp/a.ts');
});

it('falls back to the whole input, and to nothing when there is none', () => {
  expect(toolSummary({ command: '', todos: [1] })).toBe('{"command":"","todos":[1]}');
  expect(toolSummary({})).toBe('');
});

it('keeps long lines short', () => {
  expect(toolSummary({ command: 'x'.repeat(1_000) })).toHaveLength(160);
});

it('names a server and its tool', () => {
  expect(['Bash', 'mcp__github__list_issues', 'mcp__a__b__c', 'mcp__odd'].map(toolName)).toEqual([
    'Bash',
    'github: list_issues',
    'a: b__c',
    'mcp__odd',
  ]);
});

it('says what is asked when the call is a question', () => {
  expect(toolSummary({ questions: [{ question: 'Which colour?' }, { question: 'How many?' }] })).toBe('Which colour? How many?');
  expect(toolSummary({ questions: 'odd' })).toBe('{"questions":"odd"}');
});
