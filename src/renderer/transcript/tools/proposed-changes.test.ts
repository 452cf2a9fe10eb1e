import { expect, it } from 'vitest';
import { proposedChanges } from './proposed-changes';

it('reads what each tool would change', () => {
  expect(proposedChanges('Edit', { file_path: 'a', old_string: 'x', new_string: 'y' })).toEqual({
    path: 'a',
    created: false,
    changes: [{ before: 'x', after: 'y' }],
  });
  expect(proposedChanges('Write', { file_path: 'a', content: 'all' })).toEqual({
    path: 'a',
    created: true,
    changes: [{ before: '', after: 'all' }],
  });
  expect(proposedChanges('MultiEdit', { file_path: 'a', edits: [{ old_string: '1', new_string: '2' }, 'odd'] }).changes).toEqual([
    { before: '1', after: '2' },
  ]);
});

it('makes nothing of an input that is not what it should be', () => {
  expect(proposedChanges('MultiEdit', { file_path: 5, edits: 'none' })).toEqual({ path: '', created: false, changes: [] });
});
