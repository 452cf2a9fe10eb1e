import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Why the ledger can't be written or read. */
export type LedgerTroubleCode = 'disk-full' | 'locked' | 'damaged' | 'unwritable' | 'newer-version' | 'unknown';

/** Each migration raises the schema by one version. Never change one, only add. */
const migrations: readonly string[] = [
  `CREATE TABLE transcript (
     session_id TEXT NOT NULL,
     idx INTEGER NOT NULL,
     key TEXT NOT NULL,
     kind TEXT NOT NULL,
     at REAL NOT NULL,
     json TEXT NOT NULL,
     full_json TEXT,
     PRIMARY KEY (session_id, idx)
   ) STRICT;
   CREATE TABLE decisions (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     ask_id TEXT NOT NULL,
     session_id TEXT NOT NULL,
     kind TEXT NOT NULL,
     tool TEXT NOT NULL,
     summary TEXT NOT NULL,
     surface TEXT NOT NULL,
     decision TEXT NOT NULL,
     reason TEXT,
     scope TEXT,
     edited INTEGER NOT NULL,
     asked_at REAL NOT NULL,
     decided_at REAL NOT NULL,
     waited_ms REAL NOT NULL,
     json TEXT NOT NULL
   ) STRICT;`,
  `CREATE INDEX transcript_results ON transcript (at) WHERE kind = 'result';`,
  // The search for the field's name is cheap and skips nearly every item, so its JSON is not parsed.
  `ALTER TABLE transcript ADD COLUMN parent TEXT GENERATED ALWAYS AS (
     CASE WHEN instr(json, '"parentToolUseId":"') > 0 AND json_valid(json) THEN json_extract(json, '$.parentToolUseId') END
   ) VIRTUAL;
   CREATE INDEX transcript_steps ON transcript (session_id, parent, idx) WHERE parent IS NOT NULL;`,
  // Each new ask is looked up by its id while its session waits.
  `CREATE INDEX decisions_of_ask ON decisions (ask_id);`,
];

/** The database has the schema of a newer Signalbox. It is left alone. */
class NewerVersion extends Error {
  override readonly name = 'NewerVersion';
}

export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** The path that a damaged file was moved to. */
  readonly setAside: string | null;
}

/** Opens the database. A damaged one is moved aside and replaced by an empty one. */
export function openDatabase(file: string): OpenedDatabase {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    return { database: open(file), setAside: null };
  } catch (error) {
    if (troubleCodeOf(error) !== 'damaged') throw error;
    const setAside = putAside(file);
    return { database: open(file), setAside };
  }
}

function open(file: string): DatabaseSync {
  // Don't wait for locks: a lock is another program's backup and ends soon, and waiting would block main.
  const database = new DatabaseSync(file, { timeout: 20 });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16000000;');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version > migrations.length) throw new NewerVersion('The ledger was written by a newer version of Signalbox.');
  for (const [index, migration] of migrations.entries()) {
    if (index >= version) database.exec(`BEGIN; ${migration} PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}

/** Renames a damaged database with its journal files, so that it can still be repaired. */
export function putAside(file: string): string {
  const aside = `${file}.unreadable-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(file, aside);
  for (const suffix of ['-wal', '-shm']) {
    try {
      renameSync(file + suffix, aside + suffix);
    } catch {
      // This file exists only while the database is in use.
    }
  }
  return aside;
}

/** SQLite's primary result codes. */
const codes: Readonly<Record<number, LedgerTroubleCode>> = {
  5: 'locked',
  6: 'locked',
  8: 'unwritable',
  10: 'unwritable',
  11: 'damaged',
  13: 'disk-full',
  14: 'unwritable',
  26: 'damaged',
};

export function troubleCodeOf(error: unknown): LedgerTroubleCode {
  if (error instanceof NewerVersion) return 'newer-version';
  if (!(error instanceof Error)) return 'unknown';
  if ('errcode' in error && typeof error.errcode === 'number') return codes[error.errcode & 0xff] ?? 'unknown';
  if (!('code' in error)) return 'unknown';
  return error.code === 'ENOSPC' ? 'disk-full' : 'unwritable';
}
