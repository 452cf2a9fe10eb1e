import { expect, it } from 'vitest';
import { readMessage } from '../claude/wire/messages';
import { contextAfter } from './context-use';

/** The context after one more message, as the CLI words it. */
function after(context: Parameters<typeof contextAfter>[0], message: Parameters<typeof readMessage>[0]) {
  const event = readMessage(message);
  if (!event) throw new Error('The message could not be read.');
  return contextAfter(context, event);
}

const answer = (usage: object | undefined, parent: string | null = null) => ({
  type: 'assistant',
  parent_tool_use_id: parent,
  message: { id: 'm', content: [], usage },
});
const used = (input: number, cached = 0) => ({ input_tokens: input, cache_read_input_tokens: cached, cache_creation_input_tokens: 5 });
const result = (...windows: number[]) => ({
  type: 'result',
  modelUsage: Object.fromEntries(windows.map((contextWindow, i) => [`model ${i}`, { contextWindow }])),
});

it('is what the latest request sent, cached or not, and how much fits once a turn has ended', () => {
  const asked = after(null, answer(used(100, 2_000)));
  expect(asked).toEqual({ used: 2_105, max: null });
  const done = after(asked, result(200_000));
  expect(done).toEqual({ used: 2_105, max: 200_000 });
  expect(after(done, answer(used(300, 2_000)))).toEqual({ used: 2_305, max: 200_000 });
});

it('is not what a subagent sent, nor what the CLI answered by itself', () => {
  const before = { used: 500, max: 200_000 };
  expect(after(before, answer(used(9_000), 'toolu_1'))).toBe(before);
  expect(after(before, answer({ input_tokens: 0 }))).toBe(before);
  expect(after(before, answer(undefined))).toBe(before);
});

it('takes the largest window, for subagents may use smaller models', () => {
  expect(after({ used: 1, max: null }, result(200_000, 1_000_000))).toEqual({ used: 1, max: 1_000_000 });
});
