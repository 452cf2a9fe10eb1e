import { expect, it } from 'vitest';
import type { CliMessage } from '../claude/wire';
import { contextAfter } from './context-use';

const answer = (input: number, cached = 0, parent: string | null = null): CliMessage => ({
  type: 'assistant',
  parent_tool_use_id: parent,
  message: { usage: { input_tokens: input, cache_read_input_tokens: cached, cache_creation_input_tokens: 5 } },
});
const result = (...windows: number[]): CliMessage => ({
  type: 'result',
  modelUsage: Object.fromEntries(windows.map((contextWindow, i) => [`model ${i}`, { contextWindow }])),
});

it('is what the latest request sent, cached or not, and how much fits once a turn has ended', () => {
  const asked = contextAfter(null, answer(100, 2_000));
  expect(asked).toEqual({ used: 2_105, max: null });
  const done = contextAfter(asked, result(200_000));
  expect(done).toEqual({ used: 2_105, max: 200_000 });
  expect(contextAfter(done, answer(300, 2_000))).toEqual({ used: 2_305, max: 200_000 });
});

it('is not what a subagent sent, nor what the CLI answered by itself', () => {
  const before = { used: 500, max: 200_000 };
  expect(contextAfter(before, answer(9_000, 0, 'toolu_1'))).toBe(before);
  expect(contextAfter(before, { type: 'assistant', message: { usage: { input_tokens: 0 } } })).toBe(before);
  expect(contextAfter(before, { type: 'assistant', message: {} })).toBe(before);
});

it('takes the largest window, for subagents may use smaller models', () => {
  expect(contextAfter({ used: 1, max: null }, result(200_000, 1_000_000))).toEqual({ used: 1, max: 1_000_000 });
});
