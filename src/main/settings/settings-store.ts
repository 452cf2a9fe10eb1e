import { z } from 'zod';
import { DiskStore } from '../base/disk-store';

/** What the person chose; loose, because a newer version may have written more. One that makes no sense counts as never set. */
const Settings = z.looseObject({
  /** The `claude` to run, where the search would find another or none. */
  claudePath: z.string().min(1).optional().catch(undefined),
});
export type Settings = z.infer<typeof Settings>;

/** settings.json in the user data folder. */
export class SettingsStore {
  readonly disk: DiskStore<Settings>;

  constructor(folder: string) {
    this.disk = new DiskStore({ folder, name: 'settings', read: (raw) => Settings.parse(raw), empty: {} });
  }

  get value(): Settings {
    return this.disk.value;
  }
}
