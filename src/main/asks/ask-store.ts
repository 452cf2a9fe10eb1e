import { z } from 'zod';
import type { AskId } from '../../shared/ids';
import { DiskStore } from '../base/disk-store';
import { AskRecord, Grant } from './ask-record';

/** Bigger inputs are not written with every change; the CLI's transcript and the ledger have them. */
const longestInput = 32_000;

/** `version` rises with the shape; older files are brought forward in `read`. */
const File = z.strictObject({ version: z.literal(3), asks: z.array(AskRecord), grants: z.array(Grant) });
type File = z.infer<typeof File>;

/** Where asks lie until they are delivered. */
export interface AskShelf {
  readonly records: readonly AskRecord[];
  /** What was allowed too late, and may be done once. */
  readonly grants: readonly Grant[];
  /** On disk when it returns, all with one write, unless the disk can't be written: then memory holds it. */
  put(...records: readonly AskRecord[]): void;
  /** Nobody waits for this one to be on disk: what is found there too long has its result in the transcript. */
  remove(id: AskId): void;
  setGrants(grants: readonly Grant[]): void;
}

/** asks.json in the user data folder: what waits, and what was decided but not yet delivered. */
export class AskStore implements AskShelf {
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
