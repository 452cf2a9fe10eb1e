import { anyOperandIs, endsService, namesRemoteHost } from './conditions';
import type { Invocation, ProgramRecord, ProgramRecords } from './record';

/** The text that a database program is given: its words, and a here-document. */
export function textGiven({ args, redirects }: Pick<Invocation, 'args' | 'redirects'>): string {
  const text = redirects.filter(({ kind }) => kind === 'text').map(({ target }) => target);
  return [...args, ...text].map(({ raw }) => raw).join(' ');
}

const throwsAway = /\b(drop\s+\w|truncate\s|delete\s+from|flushall|flushdb|dropdatabase|\.drop\(|\.remove\(|deletemany|deleteone)/i;
const deletes = (use: Invocation): boolean => throwsAway.test(textGiven(use));

/** Each of them has a command that runs a program: `.shell`, `\!`. */
const unclear = (use: Invocation): readonly string[] =>
  /(^|[\s;])(\.(shell|system)\b|\\!)/.test(textGiven(use)) ? ['It has the database program run another'] : [];

const client: ProgramRecord = { risks: { deletes, network: namesRemoteHost }, unclear };
const local: ProgramRecord = { risks: { deletes }, unclear };

/** Database clients and what comes with them. */
export const databasePrograms: ProgramRecords = {
  'psql pgcli mysql mycli mariadb clickhouse-client cqlsh mongosh mongo': client,
  'sqlite3 sqlcmd usql duckdb clickhouse snowsql': local,
  'redis-cli': { ...client, risks: { ...client.risks, process: anyOperandIs(endsService) } },
  'pg_dump pg_dumpall pg_restore createdb mysqldump mariadb-dump mongodump mongorestore': { risks: { network: namesRemoteHost } },
  dropdb: { risks: { deletes: true, network: namesRemoteHost } },
  dropuser: { risks: { deletes: true } },
  mysqladmin: { risks: { deletes: anyOperandIs(/^drop$/), network: namesRemoteHost } },
};
