import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SessionId } from '../../shared/ids';
import type { TranscriptChange } from '../../shared/transcript';
import { Publisher, type Send } from './publisher';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const watched = SessionId.parse('watched');
const say = (index: number, text: string): TranscriptChange => ({
  item: { index, key: `user:${index}`, at: 0, truncated: false, kind: 'user', uuid: `${index}`, text, images: [], state: 'sent' },
});

function setUp() {
  const sent: unknown[] = [];
  const send: Send = (events) => void sent.push(...events);
  const publisher = new Publisher(send);
  return { publisher, sent };
}

const soon = () => vi.advanceTimersByTime(8);
const frame = () => vi.advanceTimersByTime(16);

it('sends a burst of changes as one list, the newest, made when it is sent', () => {
  const { publisher, sent } = setUp();
  const made = vi.fn(() => []);
  publisher.whole('asks.changed', () => {
    throw new Error('an older list is never made');
  });
  publisher.whole('asks.changed', made);
  expect(sent).toEqual([]);
  soon();
  expect(sent).toEqual([['asks.changed', []]]);
  expect(made).toHaveBeenCalledOnce();
});

it('sends at most once a frame, and then what came meanwhile', () => {
  const { publisher, sent } = setUp();
  publisher.whole('notices.changed', () => []);
  soon();
  publisher.whole('asks.changed', () => []);
  publisher.whole('notices.changed', () => []);
  vi.advanceTimersByTime(15);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([
    ['notices.changed', []],
    ['asks.changed', []],
    ['notices.changed', []],
  ]);
  frame();
  expect(sent).toHaveLength(3);
});

it('sends of the watched transcript the newest version of each item, in order, and of no other transcript', () => {
  const { publisher, sent } = setUp();
  publisher.watch(watched);
  publisher.transcript(watched, [say(2, 'two'), say(1, 'old')], 3);
  publisher.transcript(SessionId.parse('other'), [say(9, 'other')], 10);
  publisher.transcript(watched, [say(1, 'new')], 3);
  frame();
  expect(sent).toEqual([['transcript.changed', { id: watched, items: [say(1, 'new').item, say(2, 'two').item], total: 3 }]]);
});

it('sends nothing of a transcript that is no longer watched', () => {
  const { publisher, sent } = setUp();
  publisher.watch(watched);
  publisher.transcript(watched, [say(0, 'zero')], 1);
  publisher.watch(SessionId.parse('other'));
  frame();
  publisher.watch(null);
  publisher.transcript(watched, [say(1, 'one')], 2);
  frame();
  expect(sent).toEqual([]);
});

it('goes on after a list that could not be made', () => {
  const { publisher, sent } = setUp();
  publisher.whole('outlived.changed', () => {
    throw new Error('broken');
  });
  publisher.whole('asks.changed', () => []);
  expect(soon).toThrow('broken');
  expect(sent).toEqual([['asks.changed', []]]);
  publisher.whole('notices.changed', () => []);
  frame();
  expect(sent).toEqual([
    ['asks.changed', []],
    ['notices.changed', []],
  ]);
});

it('sends nothing that waits when it is closed', () => {
  const { publisher, sent } = setUp();
  publisher.whole('asks.changed', () => []);
  publisher.close();
  frame();
  expect(sent).toEqual([]);
});

it('sends what a person waits for at once, in the middle of a frame, and all that waits with it', async () => {
  const { publisher, sent } = setUp();
  publisher.watch(watched);
  publisher.whole('notices.changed', () => []);
  soon();
  publisher.transcript(watched, [say(0, 'the call')], 1);
  publisher.urgent('asks.changed', () => []);
  publisher.urgent('asks.changed', () => []);
  await Promise.resolve();
  expect(sent).toEqual([
    ['notices.changed', []],
    ['asks.changed', []],
    ['transcript.changed', { id: watched, items: [say(0, 'the call').item], total: 1 }],
  ]);
  frame();
  expect(sent).toHaveLength(3);
});
