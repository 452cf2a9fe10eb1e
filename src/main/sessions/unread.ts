import type { SessionId } from '../../shared/ids';
import type { TranscriptChange } from '../../shared/transcript';
import type { SessionStore } from './session-store';

/** The sessions with news that nobody has seen: a turn ended or a run crashed while another session was in front. */
export class Unread {
  readonly #store: SessionStore;

  constructor(store: SessionStore) {
    this.#store = store;
  }

  has(id: SessionId): boolean {
    return this.#store.value.unread.includes(id);
  }

  /** Returns whether the session became unread. */
  markIfNews(id: SessionId, changes: readonly TranscriptChange[]): boolean {
    if (id === this.#store.value.active || this.has(id) || !changes.some(isNews)) return false;
    this.#store.updateSoon({ unread: [...this.#store.value.unread, id] });
    return true;
  }

  markRead(id: SessionId): void {
    if (this.has(id)) this.#store.updateSoon({ unread: this.#store.value.unread.filter((one) => one !== id) });
  }
}

const isNews = ({ item }: TranscriptChange): boolean =>
  item.kind === 'result' || (item.kind === 'note' && (item.note.what === 'crash' || item.note.what === 'api-error'));
