import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saidItem as item } from '../../../test/said-item';
import { until } from '../../../test/until';
import { SessionId } from '../../shared/ids';
import { transcriptAtom, transcriptFailureAtom } from '../base/app-state';
import { pageSize } from '../base/transcript-copy';
import { newPlace, placesAtom } from './places';
import { WatchedTranscript } from './watched-transcript';

const a = SessionId.parse('a');
const b = SessionId.parse('b');

interface Asked {
  readonly name: string;
  readonly params: unknown;
  answer(value: unknown): void;
  refuse(message: string): void;
}

/** A stand-in for the main process: requests wait until the test answers them. */
let asked: Asked[];
const next = (): Promise<Asked> =>
  until(() => {
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

const start = () => {
  const store = createStore();
  const held = () => [...(store.get(transcriptAtom)?.items.values() ?? [])].sort((x, y) => x.index - y.index);
  return { store, held, transcript: new WatchedTranscript(store) };
};

it('watches first, then reads the end, and puts what it was told meanwhile on top', async () => {
  const { store, held, transcript } = start();
  const shown = transcript.show(a);
  const watch = await next();
  const page = await next();
  expect([watch, page]).toMatchObject([
    { name: 'transcript.watch', params: { id: a } },
    { name: 'transcript.page', params: { id: a, limit: pageSize } },
  ]);
  watch.answer(undefined);
  transcript.update({ id: a, items: [item(1, 'newer'), item(2)], total: 3 });
  page.answer({ items: [item(0), item(1)], total: 2 });
  await shown;
  expect([held(), store.get(transcriptAtom)?.total]).toEqual([[item(0), item(1, 'newer'), item(2)], 3]);
  transcript.update({ id: a, items: [item(2, 'newest'), item(3)], total: 4 });
  expect(held()).toEqual([item(0), item(1, 'newer'), item(2, 'newest'), item(3)]);
});

it('reads what is looked at, each page once, and begins where the person was', async () => {
  const { store, held, transcript } = start();
  const place = { ...newPlace(), first: 500 };
  store.set(place.followingAtom, false);
  store.get(placesAtom).set(a, place);
  const shown = transcript.show(a);
  (await next()).answer(undefined);
  const first = await next();
  expect(first.params).toEqual({ id: a, from: 500 - pageSize / 2, limit: pageSize });
  first.answer({ items: [item(500)], total: 1_000 });
  await shown;
  transcript.look([498, 499, 500]);
  transcript.look([499, 500]);
  const page = await next();
  expect([page.params, asked]).toEqual([{ id: a, from: 480, limit: pageSize }, []]);
  page.answer({ items: [item(498), item(499), item(500)], total: 1_000 });
  await until(() => expect(held().map(({ index }) => index)).toEqual([498, 499, 500]));
});

it('holds nothing of a session that is no longer shown, however late its answers come', async () => {
  const { store, held, transcript } = start();
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
  expect(held()).toEqual([item(0, 'of this one')]);
});

it('says why a transcript can’t be read, and recovers when it can', async () => {
  const { store, transcript } = start();
  const shown = transcript.show(a);
  (await next()).answer(undefined);
  (await next()).answer({ items: [], total: 200 });
  await shown;
  transcript.look([0]);
  (await next()).refuse('The disk is gone.');
  await until(() => expect(store.get(transcriptFailureAtom)).toBe('The disk is gone.'));
  transcript.look([0]);
  (await next()).answer({ items: [item(0)], total: 200 });
  await until(() => expect(store.get(transcriptFailureAtom)).toBeNull());
});

it('comes back with the steps of the calls that were open, and reads those of others when they are opened', async () => {
  const { store, transcript } = start();
  const place = newPlace();
  place.folds.set('other', true);
  store.set(place.openStepsAtom, new Set(['opened']));
  store.get(placesAtom).set(a, place);
  const shown = transcript.show(a);
  (await next()).answer(undefined);
  const page = await next();
  const steps = await next();
  expect([steps, asked]).toMatchObject([{ name: 'transcript.steps', params: { id: a, toolUseId: 'opened' } }, []]);
  page.answer({ items: [item(0)], total: 1 });
  steps.answer({ call: 0, parentToolUseId: null, indexes: [1] });
  await shown;
  expect([...(store.get(transcriptAtom)?.steps.keys() ?? [])]).toEqual(['opened']);
  const opening = transcript.openSteps('closed');
  void transcript.openSteps('closed');
  (await next()).answer({ call: 0, parentToolUseId: null, indexes: [1] });
  await opening;
  expect([[...(store.get(transcriptAtom)?.steps.keys() ?? [])], asked]).toEqual([['opened', 'closed'], []]);
});

it('reads a transcript while its session comes to the front, and shows it then, with what was told meanwhile', async () => {
  const { store, held, transcript } = start();
  const shown = transcript.show(a);
  (await next()).answer(undefined);
  (await next()).answer({ items: [item(0, 'of the first')], total: 1 });
  await shown;
  const coming = transcript.expect(b);
  (await next()).answer(undefined);
  (await next()).answer({ items: [item(0)], total: 1 });
  await coming;
  transcript.update({ id: b, items: [item(1)], total: 2 });
  expect(held()).toEqual([item(0, 'of the first')]);
  void transcript.show(b);
  expect([held(), store.get(transcriptAtom)?.total, asked]).toEqual([[item(0), item(1)], 2, []]);
});

it('goes on with the one that is shown when the other can’t be gone to', async () => {
  const { held, transcript } = start();
  const shown = transcript.show(a);
  (await next()).answer(undefined);
  (await next()).answer({ items: [item(0)], total: 1 });
  await shown;
  void transcript.expect(b);
  const [watch, page] = [await next(), await next()];
  const back = transcript.giveUp(b);
  const again = await next();
  expect(again).toMatchObject({ name: 'transcript.watch', params: { id: a } });
  again.answer(undefined);
  (await next()).answer({ items: [item(0), item(1)], total: 2 });
  watch.answer(undefined);
  page.refuse('This session is no longer open.');
  await back;
  expect(held()).toEqual([item(0), item(1)]);
});
