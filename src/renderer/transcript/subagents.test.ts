import { expect, it } from 'vitest';
import type { TextItem, ToolItem } from '../../shared/transcript';
import { emptyOutline, isHidden, withOutlines } from './subagents';

const place = { key: 'k', at: 0, truncated: false };
const call: ToolItem = {
  ...place,
  index: 0,
  kind: 'tool',
  toolUseId: 'agent',
  parentToolUseId: null,
  name: 'Agent',
  input: { subagent_type: 'Explore', description: 'Find the tests' },
  status: 'running',
  progress: null,
  result: null,
};
const said = (index: number, parentToolUseId: string | null): TextItem => ({
  ...place,
  index,
  kind: 'text',
  messageId: 'm',
  parentToolUseId,
  text: '',
  state: 'done',
});

it('hides what a subagent did until its call is opened, also once the items are let go of', () => {
  const outline = withOutlines(emptyOutline, [call, said(1, 'agent'), said(2, null)]);
  const later = withOutlines(outline, [said(3, 'agent')]);
  const hidden = (open: ReadonlySet<string>) => [0, 1, 2, 3].filter((index) => isHidden(later, open, index));
  expect([hidden(new Set()), hidden(new Set(['agent']))]).toEqual([[1, 3], []]);
  expect(later.titles.get('agent')).toBe('Explore: Find the tests');
});

it('hides what was not said, and shows it should it be said after all', () => {
  const outline = withOutlines(emptyOutline, [{ ...place, index: 4, kind: 'discarded' }]);
  expect(isHidden(outline, new Set(), 4)).toBe(true);
  expect(isHidden(withOutlines(outline, [said(4, null)]), new Set(), 4)).toBe(false);
});

it('is the same object when nothing new is known, so that nothing is drawn for it', () => {
  const outline = withOutlines(emptyOutline, [call, said(1, 'agent')]);
  expect(withOutlines(outline, [call, said(1, 'agent')])).toBe(outline);
});
