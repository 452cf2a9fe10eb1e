import { expect, it } from 'vitest';
import { rehearseAsk } from './rehearse-ask';

it('reads the whole of its command, as that of an ask', () => {
  expect(rehearseAsk().map(({ kind }) => kind)).toEqual(['deletes']);
});
