import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { batchEvents } from './batch-events';
import { Emitter } from './emitter';

function setUp() {
  const changed = new Emitter<void>();
  const calls: string[] = [];
  const unsubscribe = batchEvents(changed.on)(() => calls.push('batched'));
  changed.on(() => calls.push('direct'));
  return { changed, calls, unsubscribe };
}

it('calls the listener after direct listeners, once for all events of the same turn', async () => {
  const { changed, calls } = setUp();
  changed.emit();
  changed.emit();
  await nextTurn();
  expect(calls).toEqual(['direct', 'direct', 'batched']);
  changed.emit();
  await nextTurn();
  expect(calls).toEqual(['direct', 'direct', 'batched', 'direct', 'batched']);
});

it('does not call the listener after it unsubscribed, even for earlier events', async () => {
  const { changed, calls, unsubscribe } = setUp();
  changed.emit();
  unsubscribe();
  await nextTurn();
  expect(calls).toEqual(['direct']);
});
