import { expect, it } from 'vitest';
import type { ToolItem } from '../../../shared/transcript';
import { newestStep } from './newest-step';

const step = (index: number, parentToolUseId: string, command: string): ToolItem => ({
  index,
  key: `tool:${index}`,
  at: 0,
  truncated: false,
  kind: 'tool',
  toolUseId: `${index}`,
  parentToolUseId,
  name: 'Bash',
  input: { command },
  status: 'running',
  progress: null,
  result: null,
});

it('is the last call of that subagent, whatever others do meanwhile and in whichever order items are held', () => {
  const items = [step(4, 'one', 'ls'), step(2, 'one', 'pwd'), step(5, 'other', 'make')];
  expect([newestStep(items, 'one', '/work'), newestStep(items, 'nobody', '/work')]).toEqual(['Bash ls', null]);
});
