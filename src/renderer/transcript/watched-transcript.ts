import type { createStore } from 'jotai';
import type { TranscriptUpdate } from '../../shared/contract';
import { messageOf } from '../../shared/errors';
import type { SessionId } from '../../shared/ids';
import type { TranscriptItem } from '../../shared/transcript';
import { transcriptAtom, transcriptFailureAtom } from '../base/app-state';
import { host } from '../base/host';
import { emptyCopy, missingPages, pageSize, type SentItems, type TranscriptCopy, withItems, withSteps } from '../base/transcript-copy';
import { placesAtom } from './places';

/** The state of one watched transcript. Each visit gets a new one, so that late replies change nothing. */
interface Watch {
  readonly id: SessionId;
  copy: TranscriptCopy | null;
  /** Why the transcript can't be read. */
  failure: string | null;
  /** The indexes of the drawn rows. */
  looked: readonly number[];
  /** The first index of each page that is being read. */
  readonly asked: Set<number>;
  /** Updates that arrived while a page was being read. They may be newer than the page, so they replace its items. */
  readonly told: Map<number, TranscriptItem>;
  /** The calls whose steps are being read. */
  readonly askedSteps: Set<string>;
}

/** For the first page: what to wait for, and the calls whose steps to read with it. */
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

/** Keeps a copy of the visible part of the active session's transcript. It holds nothing of other transcripts. */
export class WatchedTranscript {
  readonly #store: ReturnType<typeof createStore>;
  #shown: Watch | null = null;
  /** The session that the person chose, until the main process confirms that it is active. */
  #coming: Watch | null = null;

  constructor(store: ReturnType<typeof createStore>) {
    this.#store = store;
  }

  /** Starts to read a transcript before its session is active, so that both appear together. */
  async expect(id: SessionId): Promise<void> {
    if (id === this.#shown?.id || id === this.#coming?.id) return;
    this.#coming = newWatch(id);
    await this.#begin(this.#coming);
  }

  /** Stops expecting a session that could not be activated. */
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

  /** Reports the drawn rows in order, and reads those that are missing. */
  look(looked: readonly number[]): void {
    const watch = this.#shown;
    if (!watch?.copy) return;
    watch.looked = looked;
    for (const from of missingPages(watch.copy, looked)) if (!watch.asked.has(from)) void this.#read(watch, from);
  }

  /** Reads which items are the steps of a call that the person opened, once. */
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

  /** Subscribes and requests the first page together. Main handles them in this order, so no update is lost in between. */
  async #begin(watch: Watch): Promise<void> {
    const watching = host.request('transcript.watch', { id: watch.id });
    const place = this.#store.get(placesAtom).get(watch.id);
    const from = place && !this.#store.get(place.followingAtom) ? Math.max(0, place.first - pageSize / 2) : null;
    // With the page, so that open calls are open in the first frame.
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

  /** Reads a page; null means the last one. */
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
