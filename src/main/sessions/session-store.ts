import { z } from 'zod';
import { SessionId } from '../../shared/ids';
import { DiskStore } from '../base/disk-store';
import { StoredSession } from './stored-session';

const File = z.strictObject({
  sessions: z.array(StoredSession).default([]),
  active: SessionId.nullable().default(null),
  /** Closed tabs, the newest last. */
  closed: z.array(StoredSession).default([]),
  /** Those with news that nobody has looked at. */
  unread: z.array(SessionId).default([]),
  /** Real paths of folders whose files the person trusts. */
  trusted: z.array(z.string()).default([]),
  /** Folders that sessions were started in, the newest first. */
  recent: z.array(z.string()).default([]),
  /** Runs that were started, to know their leftovers by. */
  runs: z.array(z.string()).default([]),
});
type File = z.infer<typeof File>;

/** sessions.json in the user data folder. */
export class SessionStore {
  readonly disk: DiskStore<File>;

  constructor(folder: string) {
    this.disk = new DiskStore({ folder, name: 'sessions', read: (raw) => File.parse(raw), empty: File.parse({}) });
  }

  get value(): File {
    return this.disk.value;
  }

  update(change: Partial<File>): void {
    this.disk.write({ ...this.disk.value, ...change });
  }

  /** For what would not be missed after a crash, or only once `flush` was called. */
  updateSoon(change: Partial<Pick<File, 'sessions' | 'active' | 'unread'>>): void {
    this.disk.writeSoon({ ...this.disk.value, ...change });
  }
}
