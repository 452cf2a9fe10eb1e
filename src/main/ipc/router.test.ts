import { expect, it } from 'vitest';
import { AppError } from '../../shared/errors';
import type { Log } from '../base/log';
import { type Handlers, Router } from './router';

const origin = 'app://signalbox';
const window = { origin, isMainFrame: true };

function setUp() {
  const calls: string[] = [];
  const logged: string[] = [];
  const facts: unknown[] = [];
  const note = (message: string, about?: object): void => {
    logged.push(message);
    facts.push(about);
  };
  const log: Pick<Log, 'warn' | 'error'> = { warn: note, error: note };
  const handlers: Partial<Handlers> = {
    'links.open': ({ url }) => {
      calls.push(url);
      if (url === 'refuse') throw new AppError('link-refused', 'Not that one.');
      if (url === 'break') throw new TypeError('secret detail');
    },
  };
  // The rest of the contract is not called here.
  return { calls, logged, facts, router: new Router(handlers as Handlers, origin, log as Log) };
}

it('passes a request from our window to its handler', async () => {
  const { router, calls } = setUp();
  expect(await router.handle(window, 'links.open', { url: 'https://a.example' })).toEqual({ ok: true, value: undefined });
  expect(calls).toEqual(['https://a.example']);
});

it.each([
  ['another origin', { origin: 'https://evil.example', isMainFrame: true }, 'links.open', { url: 'x' }, 'untrusted-sender'],
  ['no origin', { origin: '', isMainFrame: true }, 'links.open', { url: 'x' }, 'untrusted-sender'],
  ['a frame inside our window', { origin, isMainFrame: false }, 'links.open', { url: 'x' }, 'untrusted-sender'],
  ['a name that is not in the contract', window, 'app.destroy', undefined, 'unknown-request'],
  ['a name that every object has', window, 'constructor', undefined, 'unknown-request'],
  ['a name that can’t be told', window, { toString: 1, valueOf: 1 }, undefined, 'unknown-request'],
  ['a name that is no string', window, ['links.open'], undefined, 'unknown-request'],
  ['missing contents', window, 'links.open', undefined, 'bad-request'],
  ['contents of the wrong type', window, 'links.open', { url: 7 }, 'bad-request'],
  ['contents with more than was agreed', window, 'links.open', { url: 'x', extra: 1 }, 'bad-request'],
  ['contents that are too long', window, 'links.open', { url: 'x'.repeat(10_000) }, 'bad-request'],
])('refuses %s with a code, and calls nothing', async (_what, sender, name, params, code) => {
  const { router, calls } = setUp();
  expect(await router.handle(sender, name, params)).toMatchObject({ ok: false, code });
  expect(calls).toEqual([]);
});

it('carries the code of an expected failure, and keeps the details of a bug in the log', async () => {
  const { router, logged } = setUp();
  expect(await router.handle(window, 'links.open', { url: 'refuse' })).toEqual({
    ok: false,
    code: 'link-refused',
    message: 'Not that one.',
  });
  const reply = await router.handle(window, 'links.open', { url: 'break' });
  expect(reply).toMatchObject({ ok: false, code: 'internal' });
  expect(JSON.stringify(reply)).not.toContain('secret detail');
  expect(logged).toEqual(['request refused', 'request failed']);
});

it('puts no more of a name into the log than tells it', async () => {
  const { router, facts } = setUp();
  await router.handle(window, 'x'.repeat(1_000_000), undefined);
  expect(facts).toEqual([{ request: 'x'.repeat(100), code: 'unknown-request' }]);
});
