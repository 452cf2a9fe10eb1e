import type { PermissionChoice, PermissionMode } from '../../shared/session';
import type { Note } from '../../shared/transcript';
import { Alarm } from '../base/alarm';
import type { StoredSession } from './stored-session';

export interface PermissionsOwner {
  readonly record: () => StoredSession;
  readonly keep: (change: Partial<StoredSession>) => void;
  readonly note: (note: Note) => void;
  readonly now: () => number;
}

/** How a session's permissions are decided now. "All" lies over the lasting mode for its time, and never outlives the app. */
export class SessionPermissions {
  readonly #owner: PermissionsOwner;
  readonly #alarm: Alarm;

  constructor(owner: PermissionsOwner) {
    this.#owner = owner;
    this.#alarm = new Alarm(() => this.#endAll(), owner.now);
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
    this.#alarm.set(until);
  }

  /** "All" ends now if its time has run out. */
  check(): void {
    this.#alarm.check();
  }

  close(): void {
    this.#alarm.set(null);
  }

  #endAll(): void {
    const { lasting } = this.#owner.record().permissions;
    this.#owner.keep({ permissions: { lasting, allUntil: null } });
    this.#owner.note({ what: 'permission-mode', mode: lasting, until: null, ended: 'time' });
  }
}
