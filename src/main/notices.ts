import type { Notice } from '../shared/notice';
import { Emitter } from './base/emitter';

/** The owner of what the app has to say about itself. */
export class Notices {
  readonly #changed = new Emitter<readonly Notice[]>();
  #list: readonly Notice[] = [];

  readonly onChange = this.#changed.on;

  get list(): readonly Notice[] {
    return this.#list;
  }

  /** Adds it, or replaces the one with the same id. */
  set(notice: Notice): void {
    this.#update([...this.#list.filter(({ id }) => id !== notice.id), notice]);
  }

  clear(id: string): void {
    if (this.#list.some((notice) => notice.id === id)) this.#update(this.#list.filter((notice) => notice.id !== id));
  }

  #update(list: readonly Notice[]): void {
    this.#list = list;
    this.#changed.emit(list);
  }
}
