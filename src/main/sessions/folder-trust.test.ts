import { expect, it } from 'vitest';
import { isTrusted } from './folder-trust';

const trusted = ['/home/ann/project'];

it.each(['/home/ann/project', '/home/ann/project/src', '/home/ann/project/.worktrees/one/deep', '/home/ann/project/..odd'])(
  'covers %s',
  (folder) => {
    expect(isTrusted(trusted, folder)).toBe(true);
  },
);

it.each(['/home/ann', '/', '/home/ann/project-two', '/home/ann/projec', '/home/ann/other', '/home/ann/project/../other'])(
  'does not cover %s',
  (folder) => {
    expect(isTrusted(trusted, folder)).toBe(false);
  },
);

it('covers nothing while nothing is trusted, and everything below the root if that is', () => {
  expect(isTrusted([], '/home/ann/project')).toBe(false);
  expect(isTrusted(['/'], '/home/ann/project')).toBe(true);
});
