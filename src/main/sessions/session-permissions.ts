import type { PermissionChoice, PermissionMode } from '../../shared/session';
import { Alarm } from '../base/alarm';
import type { SessionRecord } from './session-record';
import type { SessionTranscript } from './session-transcript';

/** How a session's permissions are decided now. "All" lies over the lasting mode for its time, and never outlives the app. */
export class SessionPermissions {
  readonly #record: SessionRecord;
  readonly #transcript: SessionTranscript;
  readonly #clock: () => number;
  readonly #alarm: Alarm;

  constructor(record: SessionRecord, transcript: SessionTranscript, clock: () => number) {
    this.#record = record;
    this.#transcript = transcript;
    this.#clock = clock;
    this.#alarm = new Alarm(() => this.#endAll(), clock);
  }

  get now(): { readonly mode: PermissionMode; readonly until: number | null } {
    const { lasting, allUntil } = this.#record.value.permissions;
    return allUntil !== null && this.#clock() < allUntil ? { mode: 'all', until: allUntil } : { mode: lasting, until: null };
  }

  choose({ mode, minutes }: PermissionChoice): void {
    const { lasting } = this.#record.value.permissions;
    const until = mode === 'all' ? this.#clock() + minutes * 60_000 : null;
    this.#record.update({ permissions: mode === 'all' ? { lasting, allUntil: until } : { lasting: mode, allUntil: null } });
    this.#transcript.note({ what: 'permission-mode', mode, until, ended: null });
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
    const { lasting } = this.#record.value.permissions;
    this.#record.update({ permissions: { lasting, allUntil: null } });
    this.#transcript.note({ what: 'permission-mode', mode: lasting, until: null, ended: 'time' });
  }
}
