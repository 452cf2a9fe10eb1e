import { expect, it } from 'vitest';
import { SessionId } from '../../shared/ids';
import type { TranscriptItem } from '../../shared/transcript';
import { sentMessages } from './sent-messages';

const id = SessionId.parse('s');
const said = (index: number, text: string, truncated = false): TranscriptItem => ({
  index,
  key: `user:${index}`,
  at: 0,
  truncated,
  kind: 'user',
  uuid: String(index),
  text,
  images: [],
  state: 'sent',
});
const answer = (index: number): TranscriptItem => ({
  index,
  key: `text:${index}`,
  at: 0,
  truncated: false,
  kind: 'text',
  messageId: 'm',
  parentToolUseId: null,
  text: 'ok',
  state: 'done',
});
const ledger = (items: readonly TranscriptItem[], whole: readonly TranscriptItem[] = items) => ({
  count: () => items.length,
  page: (_id: SessionId, { before = items.length, limit = 200 }: { before?: number; limit?: number } = {}) =>
    items.slice(Math.max(0, before - limit), before),
  item: (_id: SessionId, index: number) => whole[index] ?? null,
});

it('is what a person said, in order, without repetitions and empty messages', () => {
  const items = [said(0, 'one'), answer(1), said(2, 'two'), said(3, 'two'), said(4, ' '), answer(5), said(6, 'three')];
  expect(sentMessages(ledger(items), id)).toEqual(['one', 'two', 'three']);
});

it('has the whole of a message that the transcript shows shortened', () => {
  expect(sentMessages(ledger([said(0, 'lon…', true)], [said(0, 'long and whole')]), id)).toEqual(['long and whole']);
});

it('looks back through a long transcript, and not without end', () => {
  const items = Array.from({ length: 30_000 }, (_, i) => (i % 100 === 0 ? said(i, `message ${i}`) : answer(i)));
  const history = sentMessages(ledger(items), id);
  expect([history.length, history[0], history.at(-1)]).toEqual([100, 'message 20000', 'message 29900']);
});
