import type { createStore } from 'jotai';
import type { TranscriptUpdate } from '../../shared/contract';
import { messageOf } from '../../shared/errors';
import type { SessionId } from '../../shared/ids';
import type { TranscriptItem } from '../../shared/transcript';
import { transcriptAtom, transcriptFailureAtom } from '../base/app-state';
import { host } from '../base/host';
import { emptyCopy, missingPages, pageSize, type SentItems, type TranscriptCopy, withItems, withSteps } from '../base/transcript-copy';
import { placesAtom } from './places';

/** Everything about one session's transcript while it is watched; a new one each time, so that late answers find nothing to change. */
interface Watch {
  readonly id: SessionId;
  copy: TranscriptCopy | null;
  /** Why it can't be read. */
  failure: string | null;
  /** The rows that are drawn. */
  looked: readonly number[];
  /** The first items of the pages on their way. */
  readonly asked: Set<number>;
  /** What was told while a page was on its way. It may be newer than the page, so it goes on top. */
  readonly told: Map<number, TranscriptItem>;
  /** The calls whose steps are on their way. */
  readonly askedSteps: Set<string>;
}

/** What the first page waits for, and the calls whose steps come with it. */
interface WithPage {
  readonly first?: Promise<unknown>;
  readonly opened?: readonly string[];
}

const newWatch = (id: SessionId): Watch => ({
  id,
  copy: null,
  failure: null,
  looked: [],
  asked: new Set(),
  told: new Map(),
  askedSteps: new Set(),
});

/** Keeps a copy of what is looked at of one session's transcript: the one that is shown. Of every other nothing is held. */
export class WatchedTranscript {
  readonly #store: ReturnType<typeof createStore>;
  #shown: Watch | null = null;
  /** The one that the person went to, until the main process says that it is in front. */
  #coming: Watch | null = null;

  constructor(store: ReturnType<typeof createStore>) {
    this.#store = store;
  }

  /** The person goes there: it is read meanwhile, so that it is there when the session is. */
  async expect(id: SessionId): Promise<void> {
    if (id === this.#shown?.id || id === this.#coming?.id) return;
    this.#coming = newWatch(id);
    await this.#begin(this.#coming);
  }

  /** It can't be gone to after all. */
  async giveUp(id: SessionId): Promise<void> {
    if (id !== this.#coming?.id) return;
    const back = this.#shown?.id ?? null;
    this.#coming = this.#shown = null;
    await this.show(back);
  }

  async show(id: SessionId | null): Promise<void> {
    if (id === (this.#shown?.id ?? null)) return;
    const expected = id !== null && id === this.#coming?.id ? this.#coming : null;
    const watch = expected ?? (id === null ? null : newWatch(id));
    this.#coming = null;
    this.#shown = watch;
    this.#store.set(transcriptAtom, watch?.copy ?? null);
    this.#store.set(transcriptFailureAtom, watch?.failure ?? null);
    if (!watch) await host.request('transcript.watch', { id: null });
    else if (!expected) await this.#begin(watch);
  }

  update(update: TranscriptUpdate): void {
    const watch = [this.#shown, this.#coming].find((one) => one?.id === update.id);
    if (!watch) return;
    if (watch.asked.size > 0) for (const item of update.items) watch.told.set(item.index, item);
    if (watch.copy) this.#take(watch, withItems(watch.copy, update, watch.looked));
  }

  /** These are drawn now, in order; what is missing of them is read. */
  look(looked: readonly number[]): void {
    const watch = this.#shown;
    if (!watch?.copy) return;
    watch.looked = looked;
    for (const from of missingPages(watch.copy, looked)) if (!watch.asked.has(from)) void this.#read(watch, from);
  }

  /** The person opened this call: where its subagent's steps are is read, once. */
  async openSteps(toolUseId: string): Promise<void> {
    const watch = this.#shown;
    if (!watch || watch.askedSteps.has(toolUseId)) return;
    watch.askedSteps.add(toolUseId);
    try {
      const steps = await host.request('transcript.steps', { id: watch.id, toolUseId });
      if (watch.copy) this.#take(watch, withSteps(watch.copy, toolUseId, steps));
    } catch (error) {
      this.#fail(watch, messageOf(error));
    } finally {
      watch.askedSteps.delete(toolUseId);
    }
  }

  /** Asks to be told, and in the same breath for what the person saw last; main answers in that order, so nothing falls between. */
  async #begin(watch: Watch): Promise<void> {
    const watching = host.request('transcript.watch', { id: watch.id });
    const place = this.#store.get(placesAtom).get(watch.id);
    const from = place && !this.#store.get(place.followingAtom) ? Math.max(0, place.first - pageSize / 2) : null;
    // With the page, so that what was open is open in the first frame.
    await this.#read(watch, from, { first: watching, opened: place ? [...this.#store.get(place.openStepsAtom)] : [] });
  }

  #take(watch: Watch, copy: TranscriptCopy): void {
    watch.copy = copy;
    if (watch === this.#shown) this.#store.set(transcriptAtom, copy);
  }

  #fail(watch: Watch, failure: string | null): void {
    watch.failure = failure;
    if (watch === this.#shown) this.#store.set(transcriptFailureAtom, failure);
  }

  /** Reads a page, or the last one; for the first also what goes with it. */
  async #read(watch: Watch, from: number | null, { first, opened = [] }: WithPage = {}): Promise<void> {
    const place = from ?? -1;
    watch.asked.add(place);
    try {
      const request = host.request('transcript.page', { id: watch.id, limit: pageSize, ...(from === null ? {} : { from }) });
      const steps = opened.map(async (toolUseId) => ({
        toolUseId,
        read: await host.request('transcript.steps', { id: watch.id, toolUseId }),
      }));
      const [page, known] = await Promise.all([request, Promise.all(steps), first]);
      this.#fail(watch, null);
      const joined = this.#join(watch, page);
      this.#take(
        watch,
        known.reduce((copy, { toolUseId, read }) => withSteps(copy, toolUseId, read), joined),
      );
    } catch (error) {
      this.#fail(watch, messageOf(error));
    } finally {
      watch.asked.delete(place);
      if (watch.asked.size === 0) watch.told.clear();
    }
  }

  #join(watch: Watch, page: SentItems): TranscriptCopy {
    const read = withItems(watch.copy ?? emptyCopy, page, watch.looked);
    const told = [...watch.told.values()];
    const total = Math.max(read.total, ...told.map(({ index }) => index + 1));
    return withItems(read, { items: told, total }, watch.looked);
  }
}
