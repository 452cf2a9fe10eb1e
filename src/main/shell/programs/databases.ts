import { hasFlag } from '../arguments';
import { anyOf, anyOperandIs, anyWordIs, endsService, hasAny, namesRemoteHost } from './conditions';
import { versionBy } from './reads';
import type { Invocation, ProgramRecord, ProgramRecords } from './record';
import { textsGiven, throwsDataAway, withoutComments } from './sql';
import { unclearSqlite, writtenBySqlite } from './sqlite';
import { valuesAfter } from './written';

const deletes = (use: Invocation): boolean => throwsDataAway(textsGiven(use).join('\n'));

const runsAnother = 'It has the database program run another';
const usesFiles = 'It has the database program use files or programs of its own';

/** Holds if the pattern occurs in a text for a database program, with or without its comments. */
const unclearIn =
  (...tests: readonly (readonly [reason: string, found: RegExp])[]) =>
  (use: Invocation): readonly string[] => {
    const text = textsGiven(use).join('\n');
    return tests.flatMap(([reason, found]) => (found.test(text) || found.test(withoutComments(text)) ? [reason] : []));
  };

/**
 * In psql, `\d` and similar commands only show something. Any other backslash command, or a backtick beside one, may run, read or
 * write.
 */
const unclearPsql = unclearIn(
  [runsAnother, /\\(?!(d\w*|l|x|z|sf|sv|timing|q|t|a|h|pset|encoding|conninfo)?[+S]*(\s|;|$|\\))|\\[\s\S]*`/],
  [usesFiles, /\bcopy\b[\s\S]*\b(program\b|(to|from)\s*')|\b(pg_read_\w+|pg_ls_\w+|lo_(import|export)|dblink\w*)\s*\(/i],
);

/** In mysql these are client commands if they start a line or a statement. */
const unclearMysql = unclearIn(
  [runsAnother, /(^|[;\n])\s*(system|source|pager|tee|edit)\b|\\[!.PTe]/i],
  [usesFiles, /\binto\s+(outfile|dumpfile)\b|\bload_file\s*\(|\bload\s+data\b/i],
);

const unclearOther = unclearIn(
  [runsAnother, /(^|[\s;])(\.(shell|system)\b|\\!)|^\s*:?!!|\bxp_cmdshell\b/im],
  [usesFiles, /\binto\s+outfile\b/i],
);

/** The MongoDB shell runs JavaScript. */
const unclearMongo = unclearIn([runsAnother, /\b(require|load|import|passwordPrompt)\s*\(|\bprocess\s*\.|\bchild_process\b/]);

const client = (unclear: ProgramRecord['unclear']): ProgramRecord => ({
  risks: { deletes, network: namesRemoteHost },
  unclear: unclear ?? (() => []),
});

const dumpFlags = ['-f', '--file', '-r', '--result-file', '-o', '--out', '--archive', '-T', '--tab'] as const;
const dump: ProgramRecord = { risks: { network: namesRemoteHost }, writes: valuesAfter(...dumpFlags) };

/** Database clients and related tools. */
export const databasePrograms: ProgramRecords = {
  'psql pgcli': {
    ...client(unclearPsql),
    reads: versionBy('-V', '--version'),
    otherUses: true,
    writes: valuesAfter('-o', '--output', '-L', '--log-file'),
  },
  'mysql mycli mariadb': { ...client(unclearMysql), writes: valuesAfter('--tee') },
  'sqlite3 sqlite duckdb sqlcipher': { risks: { deletes }, unclear: unclearSqlite, writes: writtenBySqlite },
  'mongosh mongo': client(unclearMongo),
  'clickhouse-client clickhouse cqlsh usql sqlcmd snowsql bq osql isql': client(unclearOther),
  'redis-cli valkey-cli': {
    risks: {
      deletes: anyOf(deletes, anyOperandIs(/^(del|unlink|getdel|hdel|xtrim|ltrim)$/i)),
      network: namesRemoteHost,
      process: anyOperandIs(endsService),
      // The server can be told to write its data anywhere, and to load code.
      'not-understood': anyOperandIs(/^(config|module|debug|replicaof|slaveof|eval|evalsha|script|function|fcall)$/i),
    },
    writes: valuesAfter('--rdb', '--functions-rdb'),
  },
  'pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport': dump,
  pg_restore: { ...dump, risks: { network: namesRemoteHost, deletes: hasAny('-c', '--clean') } },
  mongorestore: { risks: { network: namesRemoteHost, deletes: hasAny('--drop') } },
  mongoimport: { risks: { network: namesRemoteHost, deletes: hasAny('--drop') } },
  createdb: { risks: { network: namesRemoteHost } },
  dropdb: { risks: { deletes: true, network: namesRemoteHost } },
  dropuser: { risks: { deletes: true } },
  pg_dropcluster: { risks: { deletes: true } },
  mysqladmin: {
    risks: { deletes: anyOperandIs(/^drop$/), network: namesRemoteHost, process: anyOperandIs(/^(shutdown|kill)$/) },
  },
  'flyway liquibase': {
    risks: { deletes: anyOperandIs(/^(clean|drop-?all|rollback\w*)$/i), network: namesRemoteHost },
  },
  'prisma sequelize sequelize-cli knex drizzle-kit typeorm dbmate alembic migrate goose atlas': {
    risks: {
      deletes: (use) =>
        anyOperandIs(/^(drop|reset|db:drop\w*|schema:drop|undo:all|db:migrate:undo:all|migrate:rollback|clean)$/i)(use) ||
        hasFlag(use.args, '--force-reset', '--accept-data-loss') ||
        anyWordIs(/^downgrade$/)(use),
    },
    freeOperands: true,
  },
};
