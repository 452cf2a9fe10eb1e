import { z } from 'zod';
import type { AskId } from '../../shared/ids';
import { DiskStore } from '../base/disk-store';
import { AskRecord } from './ask-record';

/** Bigger inputs are not written with every change; the CLI's transcript and the ledger have them. */
const longestInput = 32_000;

/** `version` rises with the shape; older files are brought forward in `read`. */
const File = z.strictObject({ version: z.literal(1), asks: z.array(AskRecord) });
type File = z.infer<typeof File>;

/** Where asks lie until they are delivered. */
export interface AskShelf {
  readonly records: readonly AskRecord[];
  /** On disk when it returns, unless the disk can't be written: then memory holds it. */
  put(record: AskRecord): void;
  remove(id: AskId): void;
}

/** asks.json in the user data folder: what waits, and what was decided but not yet delivered. */
export class AskStore implements AskShelf {
  readonly disk: DiskStore<File>;

  constructor(folder: string) {
    this.disk = new DiskStore({ folder, name: 'asks', read: (raw) => File.parse(raw), empty: { version: 1, asks: [] } });
  }

  get records(): readonly AskRecord[] {
    return this.disk.value.asks;
  }

  put(record: AskRecord): void {
    const others = this.records.filter(({ ask }) => ask.id !== record.ask.id);
    this.#write([...others, isLong(record) ? { ...record, input: null } : record]);
  }

  remove(id: AskId): void {
    if (this.records.some(({ ask }) => ask.id === id)) this.#write(this.records.filter(({ ask }) => ask.id !== id));
  }

  #write(asks: readonly AskRecord[]): void {
    this.disk.write({ version: 1, asks: [...asks] });
  }
}

const isLong = ({ input }: AskRecord): boolean => input !== null && JSON.stringify(input).length > longestInput;
