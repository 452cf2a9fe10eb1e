import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SessionId } from '../shared/ids';
import { followingAtom, transcriptAtom, transcriptFailureAtom } from './app-state';
import { saidItem as item } from './transcript/said-item';
import { pageSize } from './transcript/transcript-window';
import { WatchedTranscript } from './watched-transcript';

const a = SessionId.parse('a');
const b = SessionId.parse('b');

interface Asked {
  readonly name: string;
  readonly params: unknown;
  answer(value: unknown): void;
  refuse(message: string): void;
}

/** The main process as far as this goes: requests wait until the test answers them. */
let asked: Asked[];
const next = (): Promise<Asked> =>
  vi.waitFor(() => {
    const first = asked.shift();
    if (!first) throw new Error('nothing was asked');
    return first;
  });

beforeEach(() => {
  asked = [];
  const request = (name: string, params: unknown): Promise<unknown> =>
    new Promise((resolve) =>
      asked.push({
        name,
        params,
        answer: (value) => resolve({ ok: true, value }),
        refuse: (message) => resolve({ ok: false, code: 'internal', message }),
      }),
    );
  vi.stubGlobal('window', { signalbox: { request } });
});
afterEach(() => vi.unstubAllGlobals());

it('watches first, then reads, and puts what it was told meanwhile on top', async () => {
  const store = createStore();
  const transcript = new WatchedTranscript(store);
  const shown = transcript.show(a);
  const watch = await next();
  watch.answer(undefined);
  const page = await next();
  expect([watch, page]).toMatchObject([
    { name: 'transcript.watch', params: { id: a } },
    { name: 'transcript.page', params: { id: a, limit: pageSize } },
  ]);
  transcript.update({ id: a, items: [item(1, 'newer'), item(2)], total: 3 });
  page.answer({ items: [item(0), item(1)], total: 2 });
  await shown;
  expect(store.get(transcriptAtom)).toEqual({ items: [item(0), item(1, 'newer'), item(2)], total: 3 });
});

it('holds nothing of a session that is no longer shown, however late its answers come', async () => {
  const store = createStore();
  const transcript = new WatchedTranscript(store);
  const first = transcript.show(a);
  (await next()).answer(undefined);
  const late = await next();
  const second = transcript.show(b);
  transcript.update({ id: a, items: [item(0)], total: 1 });
  (await next()).answer(undefined);
  const page = await next();
  late.answer({ items: [item(0, 'of the other')], total: 1 });
  await first;
  expect(store.get(transcriptAtom)).toBeNull();
  page.answer({ items: [item(0, 'of this one')], total: 1 });
  await second;
  expect(store.get(transcriptAtom)?.items).toEqual([item(0, 'of this one')]);
});

it('says why a transcript can’t be read, and recovers when it can', async () => {
  const store = createStore();
  const transcript = new WatchedTranscript(store);
  const shown = transcript.show(a);
  (await next()).answer(undefined);
  (await next()).refuse('The disk is gone.');
  await shown;
  expect(store.get(transcriptFailureAtom)).toBe('The disk is gone.');
  const again = transcript.toEnd();
  (await next()).answer({ items: [], total: 0 });
  await again;
  expect([store.get(transcriptFailureAtom), store.get(transcriptAtom)]).toEqual([null, { items: [], total: 0 }]);
});

it('reads the page before what it holds', async () => {
  const store = createStore();
  const transcript = new WatchedTranscript(store);
  const shown = transcript.show(a);
  (await next()).answer(undefined);
  (await next()).answer({ items: [item(5)], total: 6 });
  await shown;
  store.set(followingAtom, false);
  const earlier = transcript.earlier();
  const page = await next();
  expect(page.params).toEqual({ id: a, before: 5, limit: pageSize });
  page.answer({ items: [item(3), item(4)], total: 6 });
  await earlier;
  expect(store.get(transcriptAtom)?.items.map(({ index }) => index)).toEqual([3, 4, 5]);
});
