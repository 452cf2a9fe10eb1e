import { setImmediate as done } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Emitter } from './emitter';
import { later } from './later';

function setUp() {
  const changed = new Emitter<void>();
  const heard: string[] = [];
  const end = later(changed.on)(() => heard.push('later'));
  changed.on(() => heard.push('at once'));
  return { changed, heard, end };
}

it('comes after those who are told at once, and once for all that happened at the same time', async () => {
  const { changed, heard } = setUp();
  changed.emit();
  changed.emit();
  await done();
  expect(heard).toEqual(['at once', 'at once', 'later']);
  changed.emit();
  await done();
  expect(heard).toEqual(['at once', 'at once', 'later', 'at once', 'later']);
});

it('does not come any more after its end, also of what happened before', async () => {
  const { changed, heard, end } = setUp();
  changed.emit();
  end();
  await done();
  expect(heard).toEqual(['at once']);
});
