import type { createStore } from 'jotai';
import type { TranscriptUpdate } from '../shared/contract';
import type { SessionId } from '../shared/ids';
import { followingAtom, transcriptAtom, transcriptFailureAtom } from './app-state';
import { host } from './host';
import { messageOf } from './task';
import { hasEarlier, pageSize, type TranscriptWindow, withEarlier, withUpdate } from './transcript/transcript-window';

/** Keeps a copy of one session's transcript: the one that is shown. Of every other nothing is held. */
export class WatchedTranscript {
  readonly #store: ReturnType<typeof createStore>;
  #id: SessionId | null = null;
  /** What was told while a page was on its way; null when none is. It may be newer than the page, so it goes on top. */
  #meanwhile: TranscriptUpdate[] | null = null;

  constructor(store: ReturnType<typeof createStore>) {
    this.#store = store;
  }

  /** Asks to be told first and for the last page then, so that nothing falls between. */
  async show(id: SessionId | null): Promise<void> {
    if (id === this.#id) return;
    this.#id = id;
    this.#store.set(transcriptAtom, null);
    this.#store.set(transcriptFailureAtom, null);
    this.#store.set(followingAtom, true);
    this.#meanwhile = id ? [] : null;
    try {
      await host.request('transcript.watch', { id });
    } catch (error) {
      if (id === this.#id) this.#store.set(transcriptFailureAtom, messageOf(error));
      return;
    }
    await this.toEnd();
  }

  update(update: TranscriptUpdate): void {
    if (update.id !== this.#id) return;
    if (this.#meanwhile) {
      this.#meanwhile.push(update);
      return;
    }
    this.#store.set(transcriptAtom, (held) => held && withUpdate(held, update, this.#store.get(followingAtom)));
  }

  /** Reads the last page afresh. */
  async toEnd(): Promise<void> {
    const id = this.#id;
    if (!id) return;
    const meanwhile: TranscriptUpdate[] = [];
    this.#meanwhile = meanwhile;
    try {
      const page = await host.request('transcript.page', { id, limit: pageSize });
      if (this.#meanwhile !== meanwhile) return;
      this.#meanwhile = null;
      this.#store.set(followingAtom, true);
      this.#store.set(transcriptFailureAtom, null);
      this.#store.set(
        transcriptAtom,
        meanwhile.reduce<TranscriptWindow>((held, update) => withUpdate(held, update, true), page),
      );
    } catch (error) {
      if (this.#meanwhile !== meanwhile) return;
      this.#store.set(transcriptFailureAtom, messageOf(error));
    }
  }

  async earlier(): Promise<void> {
    const id = this.#id;
    const before = this.#store.get(transcriptAtom);
    if (!id || !before || !hasEarlier(before)) return;
    const page = await host.request('transcript.page', { id, before: before.items[0]?.index ?? before.total, limit: pageSize });
    if (id !== this.#id) return;
    this.#store.set(transcriptAtom, (held) => held && withEarlier(held, page));
  }
}
