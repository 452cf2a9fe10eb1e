import { expect, it } from 'vitest';
import { closeAll } from './close-all';

it('closes every part although some fail, stage by stage, and says which failed and why', async () => {
  const closed: string[] = [];
  const slow = Promise.withResolvers<void>();
  const all = closeAll(
    {
      broken: () => {
        throw new Error('no such thing');
      },
      rejected: () => Promise.reject(new Error('too late')),
      slow: () => slow.promise.then(() => closed.push('slow')),
    },
    { last: () => closed.push('last') },
  );
  expect(closed).toEqual([]);
  slow.resolve();
  await expect(all).rejects.toThrow('Could not close broken (no such thing), rejected (too late).');
  expect(closed).toEqual(['slow', 'last']);
});

it('resolves when nothing fails', async () => {
  await expect(closeAll({ one: () => undefined }, {})).resolves.toBeUndefined();
});
