import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { messageOf } from '../shared/errors';
import { type Quittable, quitAfter } from './quit';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Quits like Electron: asks the listeners first, and quits if none of them objects. */
class App implements Quittable {
  quits = 0;
  #listener: (event: { preventDefault(): void }) => void = () => undefined;

  on(_event: 'before-quit', listener: (event: { preventDefault(): void }) => void): void {
    this.#listener = listener;
  }

  quit(): void {
    let prevented = false;
    this.#listener({
      preventDefault: () => {
        prevented = true;
      },
    });
    if (!prevented) this.quits++;
  }
}

it('quits when everything is closed, and not before', async () => {
  const app = new App();
  const closed = Promise.withResolvers<void>();
  const close = vi.fn(() => closed.promise);
  const onFailure = vi.fn();
  quitAfter(app, close, { onFailure });
  app.quit();
  app.quit();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([app.quits, close.mock.calls.length]).toEqual([0, 1]);
  closed.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect([app.quits, close.mock.calls.length]).toEqual([1, 1]);
  expect(onFailure).not.toHaveBeenCalled();
});

it.each([
  ['fails', () => Promise.reject(new Error('stuck'))],
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
])('quits also when closing %s, and says why it failed', async (_how, close) => {
  const app = new App();
  const failures: string[] = [];
  quitAfter(app, close, { onFailure: (error) => failures.push(messageOf(error)) });
  app.quit();
  await vi.advanceTimersByTimeAsync(0);
  expect([app.quits, failures]).toEqual([1, [expect.stringMatching(/^(stuck|broken)$/)]]);
});

it('does not wait forever, and says so', async () => {
  const app = new App();
  const failures: string[] = [];
  const onFailure = (error: unknown) => void failures.push(messageOf(error));
  quitAfter(app, () => new Promise(() => undefined), { onFailure, graceMs: 5_000 });
  app.quit();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(app.quits).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect([app.quits, failures]).toEqual([1, ['Closing took longer than 5 s.']]);
});

it('goes on when the person thinks better of it, and asks again the next time', async () => {
  const app = new App();
  const answers = [false, true];
  const close = vi.fn(async () => undefined);
  quitAfter(app, close, { onFailure: () => undefined, mayQuit: async () => answers.shift() ?? false });
  app.quit();
  await vi.advanceTimersByTimeAsync(0);
  expect([app.quits, close.mock.calls.length]).toEqual([0, 0]);
  app.quit();
  await vi.advanceTimersByTimeAsync(0);
  expect([app.quits, close.mock.calls.length]).toEqual([1, 1]);
});
