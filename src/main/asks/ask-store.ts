import { z } from 'zod';
import type { AskId } from '../../shared/ids';
import { DiskStore } from '../base/disk-store';
import { AskRecord, Grant } from './ask-record';

/** Longer inputs are left out, because every change writes the whole file. The CLI's transcript and the ledger have them. */
const longestInput = 32_000;

/** A new shape gets a new version. `readFile` converts older ones. */
const File = z.strictObject({ version: z.literal(3), asks: z.array(AskRecord), grants: z.array(Grant) });
type File = z.infer<typeof File>;

/** Stores asks until they end. Tests have one without a disk. */
export interface AskStorage {
  readonly records: readonly AskRecord[];
  /** Calls that were allowed late, and may be made once. */
  readonly grants: readonly Grant[];
  /** Writes all of them to disk, with one write, before it returns. If the disk can't be written, memory holds them. */
  put(...records: readonly AskRecord[]): void;
  /** Written a little later. If the app dies before that, the next start finds the call's result in the transcript. */
  remove(id: AskId): void;
  setGrants(grants: readonly Grant[]): void;
}

/** asks.json in the user data folder. */
export class AskStore implements AskStorage {
  readonly disk: DiskStore<File>;

  constructor(folder: string) {
    this.disk = new DiskStore({ folder, name: 'asks', read: readFile, empty: { version: 3, asks: [], grants: [] } });
  }

  get records(): readonly AskRecord[] {
    return this.disk.value.asks;
  }

  get grants(): readonly Grant[] {
    return this.disk.value.grants;
  }

  put(...records: readonly AskRecord[]): void {
    const ids = new Set(records.map(({ ask }) => ask.id));
    const others = this.records.filter(({ ask }) => !ids.has(ask.id));
    this.disk.write({ ...this.disk.value, asks: [...others, ...records.map(withoutLongInput)] });
  }

  remove(id: AskId): void {
    const others = this.records.filter(({ ask }) => ask.id !== id);
    if (others.length < this.records.length) this.disk.writeSoon({ ...this.disk.value, asks: others });
  }

  setGrants(grants: readonly Grant[]): void {
    this.disk.write({ ...this.disk.value, grants: [...grants] });
  }
}

const withoutLongInput = (record: AskRecord): AskRecord =>
  record.input !== null && JSON.stringify(record.input).length > longestInput ? { ...record, input: null } : record;

const Version = z.looseObject({ version: z.number() });
const Version1 = z.looseObject({
  asks: z.array(z.looseObject({ ask: z.looseObject({ id: z.string() }), state: z.looseObject({ status: z.string() }) })),
});
const Version2 = z.looseObject({
  asks: z.array(z.looseObject({ ask: z.looseObject({ likeness: z.string() }) })),
  grants: z.array(z.looseObject({ likeness: z.string() })),
});

function readFile(raw: unknown): File {
  const version = Version.safeParse(raw).data?.version;
  const version2 = version === 1 ? fromVersion1(raw) : raw;
  return File.parse(version === 1 || version === 2 ? fromVersion2(version2) : raw);
}

/** Version 1 had no scopes, no time limits and no fingerprints. */
function fromVersion1(raw: unknown): unknown {
  const { asks } = Version1.parse(raw);
  return {
    version: 2,
    grants: [],
    asks: asks.map(({ ask, state, ...rest }) => ({
      ...rest,
      ask: { ...ask, expiresAt: null, likeness: ask.id },
      state: state.status === 'decided' ? { ...state, scope: 'once', by: null } : state,
    })),
  };
}

/** Version 2 called the fingerprint of a call its likeness. */
function fromVersion2(raw: unknown): unknown {
  const { asks, grants } = Version2.parse(raw);
  const renamed = <T extends { likeness: string }>({ likeness, ...rest }: T) => ({ ...rest, fingerprint: likeness });
  return { version: 3, asks: asks.map(({ ask, ...rest }) => ({ ...rest, ask: renamed(ask) })), grants: grants.map(renamed) };
}
