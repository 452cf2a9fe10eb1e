import { z } from 'zod';
import { defaultSettings, Settings, type SettingsChange } from '../../shared/settings';
import { DiskStore } from '../base/disk-store';
import { Emitter } from '../base/emitter';

/** Not strict, because a newer version may have written more. */
const File = z.record(z.string(), z.unknown());
type File = z.infer<typeof File>;

/** settings.json in the user data folder. People may edit it by hand: an invalid value counts as not set. */
export class SettingsStore {
  readonly disk: DiskStore<File>;
  readonly #changed = new Emitter<Settings>();
  #value: Settings;

  constructor(folder: string) {
    this.disk = new DiskStore({ folder, name: 'settings', read: (raw) => File.parse(raw), empty: {} });
    this.#value = readSettings(this.disk.value);
  }

  readonly onChange = this.#changed.on;

  get value(): Settings {
    return this.#value;
  }

  change(change: SettingsChange): void {
    // Merges into the effective value, not into the file, so that an invalid group in the file is replaced.
    const given = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, merged(Reflect.get(this.#value, name), value)]));
    this.disk.write({ ...this.disk.value, ...given });
    this.#value = readSettings(this.disk.value);
    this.#changed.emit(this.#value);
  }
}

/** Merges a change into a group; any other value is replaced. */
function merged(value: unknown, change: unknown): unknown {
  if (change === undefined) return value;
  if (!isGroup(value) || !isGroup(change)) return change;
  return { ...value, ...Object.fromEntries(Object.entries(change).map(([name, part]) => [name, merged(value[name], part)])) };
}

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function readSettings(file: File): Settings {
  const good = Object.entries(Settings.shape).filter(([name, schema]) => schema.safeParse(file[name]).success);
  return Settings.parse({ ...defaultSettings, ...Object.fromEntries(good.map(([name]) => [name, file[name]])) });
}
