import type { PermissionChoice, PermissionMode } from '../../shared/session';
import type { Note } from '../../shared/transcript';
import type { StoredSession } from './stored-session';

export interface StandingOwner {
  readonly record: () => StoredSession;
  readonly keep: (change: Partial<StoredSession>) => void;
  readonly note: (note: Note) => void;
  readonly now: () => number;
}

/** setTimeout takes no more. */
const longestMs = 2 ** 31 - 1;

/** How a session's permissions are decided now. "All" lies over the lasting mode for its time, and never outlives the app. */
export class PermissionStanding {
  readonly #owner: StandingOwner;
  #timer: NodeJS.Timeout | null = null;

  constructor(owner: StandingOwner) {
    this.#owner = owner;
  }

  get now(): { readonly mode: PermissionMode; readonly until: number | null } {
    const { lasting, allUntil } = this.#owner.record().permissions;
    return allUntil !== null && this.#owner.now() < allUntil ? { mode: 'all', until: allUntil } : { mode: lasting, until: null };
  }

  choose({ mode, minutes }: PermissionChoice): void {
    const { lasting } = this.#owner.record().permissions;
    const until = mode === 'all' ? this.#owner.now() + minutes * 60_000 : null;
    this.#owner.keep({ permissions: mode === 'all' ? { lasting, allUntil: until } : { lasting: mode, allUntil: null } });
    this.#owner.note({ what: 'permission-mode', mode, until, ended: null });
    this.#watch();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #watch(): void {
    this.close();
    const { allUntil } = this.#owner.record().permissions;
    if (allUntil === null) return;
    this.#timer = setTimeout(() => this.#onTime(), Math.min(Math.max(0, allUntil - this.#owner.now()), longestMs));
    this.#timer.unref();
  }

  #onTime(): void {
    const { lasting, allUntil } = this.#owner.record().permissions;
    if (allUntil !== null && this.#owner.now() < allUntil) {
      this.#watch();
      return;
    }
    this.#owner.keep({ permissions: { lasting, allUntil: null } });
    this.#owner.note({ what: 'permission-mode', mode: lasting, until: null, ended: 'time' });
  }
}
