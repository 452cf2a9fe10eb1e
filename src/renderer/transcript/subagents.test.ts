import { expect, it } from 'vitest';
import type { TextItem } from '../../shared/transcript';
import { emptyOutline, isHidden, withOutlines } from './subagents';

const place = { key: 'k', at: 0, truncated: false };
const said = (index: number, parentToolUseId: string | null): TextItem => ({
  ...place,
  index,
  kind: 'text',
  messageId: 'm',
  parentToolUseId,
  text: '',
  state: 'done',
});

const nothing = (): boolean => false;

it('hides what a subagent did until its call is opened, also once the items are let go of', () => {
  const outline = withOutlines(emptyOutline, [said(0, null), said(1, 'agent'), said(2, null)]);
  const later = withOutlines(outline, [said(3, 'agent')]);
  const hidden = (opened: (index: number) => boolean) => [0, 1, 2, 3].filter((index) => isHidden(later, opened, index));
  expect([hidden(nothing), hidden((index) => index === 1), hidden(() => true)]).toEqual([[1, 3], [3], []]);
});

it('hides what was not said, and shows it should it be said after all', () => {
  const outline = withOutlines(emptyOutline, [{ ...place, index: 4, kind: 'discarded' }]);
  expect(isHidden(outline, nothing, 4)).toBe(true);
  expect(isHidden(withOutlines(outline, [said(4, null)]), nothing, 4)).toBe(false);
});

it('is the same object when nothing new is known, so that nothing is drawn for it', () => {
  const outline = withOutlines(emptyOutline, [said(0, null), said(1, 'agent')]);
  expect(withOutlines(outline, [said(0, null), said(1, 'agent')])).toBe(outline);
});
