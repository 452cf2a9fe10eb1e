import { z } from 'zod';
import { ToolSourceId } from '../../shared/tool-summary';
import { DiskStore } from '../base/disk-store';

const File = z.strictObject({ off: z.array(ToolSourceId).default([]) });
type File = z.infer<typeof File>;

/** The folders whose tools the person turned off, in tools.json in the user data folder. */
export class FolderSwitches {
  readonly disk: DiskStore<File>;

  constructor(folder: string) {
    this.disk = new DiskStore({ folder, name: 'tools', read: (raw) => File.parse(raw), empty: File.parse({}) });
  }

  isOn(id: ToolSourceId): boolean {
    return !this.disk.value.off.includes(id);
  }

  set(id: ToolSourceId, on: boolean): void {
    const others = this.disk.value.off.filter((one) => one !== id);
    this.disk.write({ off: on ? others : [...others, id] });
  }
}
