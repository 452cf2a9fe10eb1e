import type { createStore } from 'jotai';
import type { TranscriptUpdate } from '../shared/contract';
import { messageOf } from '../shared/errors';
import type { SessionId } from '../shared/ids';
import type { TranscriptItem } from '../shared/transcript';
import { transcriptAtom, transcriptFailureAtom } from './app-state';
import { host } from './host';
import { openedSteps, placesAtom } from './transcript/places';
import { emptyCopy, missingPages, pageSize, type SentItems, type TranscriptCopy, withItems, withSteps } from './transcript/transcript-copy';

/** Everything about the session that is shown now; a new one for each, so that late answers find nothing to change. */
interface Watch {
  readonly id: SessionId;
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

const newWatch = (id: SessionId): Watch => ({ id, looked: [], asked: new Set(), told: new Map(), askedSteps: new Set() });

/** Keeps a copy of what is looked at of one session's transcript: the one that is shown. Of every other nothing is held. */
export class WatchedTranscript {
  readonly #store: ReturnType<typeof createStore>;
  #watch: Watch | null = null;

  constructor(store: ReturnType<typeof createStore>) {
    this.#store = store;
  }

  /** Asks to be told, and in the same breath for what the person saw last; main answers in that order, so nothing falls between. */
  async show(id: SessionId | null): Promise<void> {
    if (id === (this.#watch?.id ?? null)) return;
    this.#store.set(transcriptAtom, null);
    this.#store.set(transcriptFailureAtom, null);
    const watch = id === null ? null : newWatch(id);
    this.#watch = watch;
    const watching = host.request('transcript.watch', { id });
    if (!watch) return watching;
    const place = this.#store.get(placesAtom).get(watch.id);
    const from = place?.following === false ? Math.max(0, place.first - pageSize / 2) : null;
    // With the page, so that what was open is open in the first frame.
    await this.#read(watch, from, { first: watching, opened: place ? openedSteps(place) : [] });
  }

  update(update: TranscriptUpdate): void {
    const watch = this.#watch;
    if (update.id !== watch?.id) return;
    if (watch.asked.size > 0) for (const item of update.items) watch.told.set(item.index, item);
    this.#store.set(transcriptAtom, (copy) => copy && withItems(copy, update, watch.looked));
  }

  /** These are drawn now, in order; what is missing of them is read. */
  look(looked: readonly number[]): void {
    const watch = this.#watch;
    const copy = this.#store.get(transcriptAtom);
    if (!watch || !copy) return;
    watch.looked = looked;
    for (const from of missingPages(copy, looked)) if (!watch.asked.has(from)) void this.#read(watch, from);
  }

  /** The person opened this call: where its subagent's steps are is read, once. */
  async openSteps(toolUseId: string): Promise<void> {
    const watch = this.#watch;
    if (!watch || watch.askedSteps.has(toolUseId)) return;
    watch.askedSteps.add(toolUseId);
    try {
      const steps = await host.request('transcript.steps', { id: watch.id, toolUseId });
      if (watch === this.#watch) this.#store.set(transcriptAtom, (copy) => copy && withSteps(copy, toolUseId, steps));
    } catch (error) {
      if (watch === this.#watch) this.#store.set(transcriptFailureAtom, messageOf(error));
    } finally {
      watch.askedSteps.delete(toolUseId);
    }
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
      if (watch !== this.#watch) return;
      this.#store.set(transcriptFailureAtom, null);
      this.#store.set(transcriptAtom, (copy) =>
        known.reduce((joined, { toolUseId, read }) => withSteps(joined, toolUseId, read), this.#join(watch, copy, page)),
      );
    } catch (error) {
      if (watch === this.#watch) this.#store.set(transcriptFailureAtom, messageOf(error));
    } finally {
      watch.asked.delete(place);
      if (watch.asked.size === 0) watch.told.clear();
    }
  }

  #join(watch: Watch, copy: TranscriptCopy | null, page: SentItems): TranscriptCopy {
    const read = withItems(copy ?? emptyCopy, page, watch.looked);
    const told = [...watch.told.values()];
    const total = Math.max(read.total, ...told.map(({ index }) => index + 1));
    return withItems(read, { items: told, total }, watch.looked);
  }
}
