import { expect, it } from 'vitest';
import { proposedChange } from './proposed-change';

it('replaces the first place, or all, word for word', () => {
  const input = { old_string: 'a', new_string: '$&' };
  expect(proposedChange('Edit', input, 'a b a')).toEqual({ before: 'a b a', after: '$& b a', fits: true });
  expect(proposedChange('Edit', { ...input, replace_all: true }, 'a b a')?.after).toBe('$& b $&');
});

it('makes several edits one after the other', () => {
  const edits = [
    { old_string: 'a', new_string: 'b' },
    { old_string: 'b', new_string: 'c' },
  ];
  expect(proposedChange('MultiEdit', { edits }, 'a')?.after).toBe('c');
});

it('writes a file whole, and a new one by an edit of nothing', () => {
  expect(proposedChange('Write', { content: 'new' }, 'old')).toEqual({ before: 'old', after: 'new', fits: true });
  expect(proposedChange('Edit', { old_string: '', new_string: 'new' }, '')).toEqual({ before: '', after: 'new', fits: true });
});

it('says when what it would replace is not there', () => {
  const input = { old_string: 'gone', new_string: 'new' };
  expect(proposedChange('Edit', input, 'text')).toEqual({ before: 'gone', after: 'new', fits: false });
  expect(proposedChange('Edit', { old_string: '', new_string: 'new' }, 'text')?.fits).toBe(false);
});

it('knows nothing of calls that are no edits', () => {
  expect([
    proposedChange('Bash', { command: 'ls' }, ''),
    proposedChange('Edit', {}, ''),
    proposedChange('MultiEdit', { edits: [1] }, ''),
  ]).toEqual([null, null, null]);
});
