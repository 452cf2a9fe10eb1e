import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { demoEnv } from './demo';

interface Said {
  readonly parent: string | null;
  readonly content: object;
}

/** A line of the CLI for a message in a conversation, its own or a subagent's. */
const line = (type: 'assistant' | 'user', { parent, content }: Said, more: object = {}) => ({
  raw: {
    type,
    message: { id: `msg_${JSON.stringify(content).length}`, role: type, content: [content] },
    parent_tool_use_id: parent,
    session_id: '',
    ...more,
  },
});
const call = (parent: string | null, id: string, name: string, input: object) =>
  line('assistant', { parent, content: { type: 'tool_use', id, name, input } });
const result = (parent: string | null, id: string, content: string, more: object = {}) =>
  line('user', { parent, content: { type: 'tool_result', tool_use_id: id, content } }, more);
const agent = (id: string, description: string) =>
  call(null, id, 'Agent', { subagent_type: 'Explore', description, prompt: `${description}, please.` });
const report = (totalToolUseCount: number) => ({
  tool_use_result: { agentId: 'a', totalTokens: 1_200, totalDurationMs: 4_000, totalToolUseCount },
});
const step = (parent: string, at: number) => {
  const id = `${parent}-${at}`;
  return [call(parent, id, 'Grep', { pattern: id }), result(parent, id, `found ${id}`)];
};

/** Two subagents that work at the same time, `north` and `south`, with alternating steps. They continue when a file `go` exists. */
const turn = (meanwhile: readonly object[]) => [
  agent('north', 'Look in the north'),
  agent('south', 'Look in the south'),
  ...[1, 2, 3].flatMap((at) => [...step('north', at), ...step('south', at)]),
  ...meanwhile,
  { tool: { name: 'Bash', ask: false, input: { command: 'until [ -e go ]; do sleep 0.05; done', description: 'Wait' } } },
  ...[4, 5].flatMap((at) => [...step('north', at), ...step('south', at)]),
  result(null, 'north', 'Nothing in the north.', report(5)),
  result(null, 'south', 'Nothing in the south.', report(5)),
  { text: 'Both are back.' },
];
const essay = Array.from({ length: 80 }, (_, paragraph) => `Paragraph ${paragraph} of what there is to read.`).join('\n\n');
const scenario = {
  about: 'two subagents at once',
  turns: [{ match: '^something to read$', steps: turn([{ text: essay, chunk: 0 }]) }, { steps: turn([]) }],
};

/** The environment for a demo agent that plays this scenario. Its file is written to `folder`. */
export function twoSubagents(folder: string) {
  const file = path.join(folder, 'two-subagents.json');
  writeFileSync(file, JSON.stringify(scenario));
  return demoEnv(file);
}
