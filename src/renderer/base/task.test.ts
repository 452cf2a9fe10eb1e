import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/errors';
import { catchFailure } from './task';

afterEach(() => vi.unstubAllGlobals());

it('a failure that we expect has its code and is not reported, and a bug has none and is', async () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const bug = new Error('A bug.');
  const fail = (error: Error) => () => Promise.reject(error);
  expect([await catchFailure(() => 1), await catchFailure(fail(new AppError('ask-gone', 'Gone.'))), await catchFailure(fail(bug))]).toEqual(
    [null, { code: 'ask-gone', message: 'Gone.' }, { code: null, message: 'A bug.' }],
  );
  expect(reported).toEqual([bug]);
});
