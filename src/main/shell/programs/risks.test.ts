import { describe, expect, it } from 'vitest';
import { diskWith } from '../../../../test/disk-with';
import { shellFindings } from '../findings';

const realpath = diskWith({}, (place) => /\/(\.git|HEAD|main)$/.test(place));
const kinds = (command: string): string =>
  [...new Set(shellFindings(command, { cwd: '/home/me/project', home: '/home/me', realpath }).map(({ kind }) => kind))].sort().join(' ');

describe('tar, with its flags in every spelling', () => {
  it.each([
    ["tar cIf 'rm -rf src' x.tar a", 'deletes'],
    ["tar cfI x.tar 'rm a' b", 'deletes'],
    ["tar -cI'rm a' -f x.tar b", 'deletes'],
    ["tar cfF x.tar 'rm a' b", 'deletes'],
    ["bsdtar -c --use-compress-program 'rm a' -f x.tar b", 'deletes'],
    ['tar czf /tmp/a.tgz src', 'outside'],
    ['tar -czf/tmp/a.tgz src', 'outside'],
    ['tar xzfC a.tgz /tmp', 'outside'],
    ['tar xf a.tar .claude/settings.json', 'governs'],
    ['unzip a.zip .claude/settings.json', 'governs'],
    ['tar czf a.tgz src', ''],
    ['tar -xzf a.tgz -C out src/a.ts', ''],
    ['tar tf a.tgz', ''],
  ])('%s: %s', (command, expected) => expect(kinds(command)).toBe(expected));
});

describe('what database programs are told', () => {
  it.each([
    ["sqlite3 app.db 'drop/**/table x'", 'deletes'],
    ["sqlite3 app.db 'DELETE/**/FROM x'", 'deletes'],
    ["sqlite3 app.db 'delete -- all\nfrom x'", 'deletes'],
    ["mysql -e'drop database x'", 'deletes'],
    ["psql -c'drop table x'", 'deletes'],
    ["psql --command='truncate x'", 'deletes'],
    ['sqlite3 app.db <<E\ndrop table x;\nE', 'deletes'],
    ['redis-cli del a', 'deletes'],
    ["sqlite3 app.db '.once |rm -rf src' 'select 1'", 'not-understood'],
    ["sqlite3 app.db '.output |rm a' 'select 1'", 'not-understood'],
    ["sqlite3 app.db '.import |ls t'", 'not-understood'],
    ["sqlite3 app.db -cmd '.shell ls'", 'not-understood'],
    ["sqlite3 app.db '.sh ls'", 'not-understood'],
    ["sqlite3 app.db '.once -e' 'select 1'", 'not-understood'],
    ["sqlite3 app.db '.open x.db'", 'not-understood'],
    ["sqlite3 app.db 'select edit(1)'", 'not-understood'],
    ["sqlite3 app.db \"select writefile('/tmp/x', 'a')\"", 'not-understood'],
    ['sqlite3 app.db "select load_extension/**/(\'x\')"', 'not-understood'],
    ['sqlite3 app.db "attach \'x.db\' as x"', 'not-understood'],
    ['sqlite3 app.db "vacuum into \'x.db\'"', 'not-understood'],
    ["sqlite3 app.db '.backup /tmp/x'", 'outside'],
    ['sqlite3 app.db <<E\n.system ls\nE', 'not-understood'],
    ["psql -c '\\o |rm a'", 'not-understood'],
    ["psql -c 'select 1 \\g |ls'", 'not-understood'],
    ["psql -c '\\! ls'", 'not-understood'],
    ["psql -c '\\copy t to a.csv'", 'not-understood'],
    ["psql -c '\\d `ls`'", 'not-understood'],
    ['psql -c "copy t to program \'ls\'"', 'not-understood'],
    ["psql -o /tmp/x -c 'select 1'", 'outside'],
    ["mysql -e 'system ls'", 'not-understood'],
    ["mysql -e 'select 1; source x.sql'", 'not-understood'],
    ["mysql -e 'pager less'", 'not-understood'],
    ["mysql -e 'tee /tmp/x'", 'not-understood'],
    ["mysql -e '\\! ls'", 'not-understood'],
    ['mysql -e "select 1 into outfile \'/tmp/x\'"', 'not-understood'],
    ['mongosh --eval "require(\'fs\')"', 'not-understood'],
    ['redis-cli config set dir /tmp', 'not-understood'],
    ['pg_dump -f /tmp/x app', 'outside'],
    ['flyway clean', 'deletes'],
    ['npx prisma migrate reset', 'deletes'],
  ])('%s: %s', (command, expected) => expect(kinds(command)).toBe(expected));

  it.each([
    "sqlite3 app.db 'select * from x'",
    'sqlite3 app.db .tables',
    "sqlite3 -header -csv app.db '.mode column' 'select edited, attachment from x'",
    "sqlite3 ./app.db '.schema users'",
    "sqlite3 .data/app.db 'select 1'",
    "sqlite3 app.db '.import a.csv t'",
    "sqlite3 app.db '.output out.csv' 'select 1'",
    "psql -c '\\dt+'",
    "psql -c '\\d users'",
    "psql -c 'select dropped_at, deleted from users'",
    "mysql -e 'select system_id from tees'",
    "mongosh --eval 'db.users.find()'",
    'redis-cli get a',
    'pg_dump -f dump.sql app',
  ])('%s has no mark', (command) => expect(kinds(command)).toBe(''));
});
