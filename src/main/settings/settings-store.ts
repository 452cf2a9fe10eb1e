import { z } from 'zod';
import { DiskStore } from '../base/disk-store';

/** What the person chose or left behind; loose, because a newer version may have written more. */
const StoredSettings = z.looseObject({ window: z.unknown().optional() });
type StoredSettings = z.infer<typeof StoredSettings>;

/** settings.json in the user data folder. */
export class SettingsStore {
  readonly #disk: DiskStore<StoredSettings>;

  constructor(folder: string) {
    this.#disk = new DiskStore({ folder, name: 'settings', read: (raw) => StoredSettings.parse(raw), empty: {} });
  }

  get disk(): Pick<DiskStore<StoredSettings>, 'setAside' | 'trouble' | 'onTroubleChange'> {
    return this.#disk;
  }

  /** Reads one setting; one that makes no sense counts as never set. */
  get<T>(key: keyof StoredSettings & string, schema: z.ZodType<T>): T | null {
    return schema.safeParse(this.#disk.value[key]).data ?? null;
  }

  set(key: keyof StoredSettings & string, value: unknown): void {
    this.#disk.write({ ...this.#disk.value, [key]: value });
  }

  close(): void {
    this.#disk.close();
  }
}
