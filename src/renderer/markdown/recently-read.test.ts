import { expect, it, vi } from 'vitest';
import { RecentlyRead } from './recently-read';

const setUp = () => {
  const read = vi.fn((source: string) => ({ source }));
  return { read, recent: new RecentlyRead(read) };
};

it('reads a text once', () => {
  const { read, recent } = setUp();
  expect(recent.get('a')).toBe(recent.get('a'));
  expect(read).toHaveBeenCalledOnce();
});

it('forgets what was not wanted for longest', () => {
  const { read, recent } = setUp();
  recent.get('wanted');
  for (let at = 0; at < 299; at++) recent.get(`${at}`);
  recent.get('wanted');
  recent.get('one more');
  read.mockClear();
  recent.get('wanted');
  expect(read).not.toHaveBeenCalled();
  recent.get('0');
  expect(read).toHaveBeenCalledExactlyOnceWith('0');
});

it('does not keep what is very long', () => {
  const { read, recent } = setUp();
  const long = 'x'.repeat(20_001);
  recent.get(long);
  recent.get(long);
  expect(read).toHaveBeenCalledTimes(2);
});
