import { expect, it } from 'vitest';
import { PermissionChoice } from './session';

it('only the mode "all" has minutes, and it needs them', () => {
  const isChoice = (choice: unknown): boolean => PermissionChoice.safeParse(choice).success;
  expect([{ mode: 'ask' }, { mode: 'safe' }, { mode: 'all', minutes: 30 }].map(isChoice)).toEqual([true, true, true]);
  expect([{ mode: 'ask', minutes: 1 }, { mode: 'safe', minutes: 30 }, { mode: 'all' }].map(isChoice)).toEqual([false, false, false]);
});
