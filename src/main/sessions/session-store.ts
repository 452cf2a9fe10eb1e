import { z } from 'zod';
import { SessionId } from '../../shared/ids';
import { DiskStore } from '../base/disk-store';
import type { PictureStore } from './picture-store';
import { storedSession } from './stored-session';

const fileSchema = (session: ReturnType<typeof storedSession>) =>
  z.strictObject({
    sessions: z.array(session).default([]),
    active: SessionId.nullable().default(null),
    /** Closed tabs, the newest last. */
    closed: z.array(session).default([]),
    /** Sessions with news that nobody has seen. */
    unread: z.array(SessionId).default([]),
    /** Real paths of folders whose files the person trusts. */
    trusted: z.array(z.string()).default([]),
    /** Folders that sessions were started in, the newest first. */
    recent: z.array(z.string()).default([]),
    /** Ids of past runs, to recognise processes that outlived them. */
    runs: z.array(z.string()).default([]),
  });
type File = z.infer<ReturnType<typeof fileSchema>>;

/** sessions.json in the user data folder. */
export class SessionStore {
  readonly disk: DiskStore<File>;

  constructor(folder: string, pictures: Pick<PictureStore, 'addNow'>) {
    let migrated = false;
    const schema = fileSchema(
      storedSession((image) => {
        migrated = true;
        return pictures.addNow(image);
      }),
    );
    this.disk = new DiskStore({ folder, name: 'sessions', read: (raw) => schema.parse(raw), empty: schema.parse({}) });
    if (migrated) this.disk.write(this.disk.value);
  }

  /** The hashes of all pictures in messages that were not sent. */
  get pictures(): string[] {
    return [...this.value.sessions, ...this.value.closed]
      .flatMap(({ opening, queued, offered }) => [opening, queued, offered])
      .flatMap((message) => message?.images ?? [])
      .map(({ hash }) => hash);
  }

  get value(): File {
    return this.disk.value;
  }

  update(change: Partial<File>): void {
    this.disk.write({ ...this.disk.value, ...change });
  }

  /** For changes that a crash may lose, unless `flush` is called. */
  updateSoon(change: Partial<Pick<File, 'sessions' | 'active' | 'unread'>>): void {
    this.disk.writeSoon({ ...this.disk.value, ...change });
  }
}
