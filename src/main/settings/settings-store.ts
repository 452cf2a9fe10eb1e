import { z } from 'zod';
import { defaultSettings, Settings, type SettingsChange } from '../../shared/settings';
import { DiskStore } from '../base/disk-store';
import { Emitter } from '../base/emitter';

/** Loose, because a newer version may have written more. */
const File = z.record(z.string(), z.unknown());
type File = z.infer<typeof File>;

/** settings.json in the user data folder, which is also written by hand: a value that makes no sense counts as never set. */
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
    // Over what holds, and not over the file: a part of it that makes no sense is replaced once the person chooses anew.
    const given = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, merged(Reflect.get(this.#value, name), value)]));
    this.disk.write({ ...this.disk.value, ...given });
    this.#value = readSettings(this.disk.value);
    this.#changed.emit(this.#value);
  }
}

/** A group takes over the parts that are given; anything else is replaced. */
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
