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

describe('programs that delete', () => {
  it.each([
    '/usr/lib/git-core/git-reset --hard',
    'git-clean -fd',
    'cmake -E remove_directory src',
    'cmake -E rm a',
    'cmake -E env A=1 rm a',
    'node node_modules/.bin/rimraf a',
    'node node_modules/rimraf/dist/esm/bin.mjs a',
    'node -r ./x node_modules/.bin/rimraf a',
    'node tools/rimraf.js a',
    'python manage.py flush',
    './manage.py flush',
    'python3 -m pip uninstall x',
    'sed -i d a',
    "sed -i '1,$d' a",
    'sed -i.bak -e d a',
    'tee a <<< ""',
    'gpg --delete-secret-keys x',
    'podman system reset -f',
    'docker compose down -v',
    'userdel me',
    'zfs destroy a/b',
    'journalctl --vacuum-size=1M',
    'secret-tool clear a b',
    'pg_restore --clean -d app x',
    'nix-collect-garbage -d',
    'xterm -e rimraf a',
    'mongorestore --drop x',
    'adb uninstall x',
    'cargo uninstall x',
    'ldapdelete cn=x',
    'crontab -r',
    'git notes prune',
  ])('%s', (command) => expect(kinds(command).split(' ')).toContain('deletes'));
});

describe('programs that reach other machines', () => {
  it.each([
    'chromium --headless http://x',
    'unknown-program https://example.com/a',
    'unknown-program --url=wss://example.com',
    'ffmpeg -i a.mp4 rtmp://x/live',
    'node fetch.js https://example.com',
    'resolvectl query x',
    'logger -n x hello',
    'gpg --recv-keys x',
    'git daemon',
    'restic -r s3:x backup src',
    'ldapmodify -f x',
    'nix run x',
    'vsce publish',
    'tcpdump -i any',
  ])('%s', (command) => expect(kinds(command).split(' ')).toContain('network'));

  it.each([
    'playwright test --base-url=http://localhost:3000',
    'hey http://127.0.0.1:8080/',
    'echo https://example.com',
    'git commit -m https://x',
  ])('%s stays on this one', (command) => expect(kinds(command)).toBe(''));
});

describe('programs that write outside the folder', () => {
  it.each([
    'ssh-keygen -f /tmp/k',
    'ssh-keygen -t ed25519',
    'ffmpeg -i a /tmp/x.mp4',
    'magick a.png /tmp/b.png',
    'go env -w GOFLAGS=-x',
    'cmake -E copy a /tmp/b',
    'less -o /tmp/x a',
    'gs -sOutputFile=/tmp/x.pdf a.ps',
    'gs -o /tmp/x.pdf a.ps',
    'redis-cli --rdb /tmp/x',
    'stow vim',
    'openssl req -keyout /tmp/k -out /tmp/c',
  ])('%s', (command) => expect(kinds(command).split(' ')).toContain('outside'));
});

describe('programs that show secrets', () => {
  it.each([
    'printenv',
    'env',
    'env | grep KEY',
    'export -p',
    'sops -d a.yaml',
    'vault kv get x',
    'gh auth token',
    'kubectl get secret x -o yaml',
    'pass github',
    'wl-paste',
    'gpg -d a.gpg',
    'aws secretsmanager get-secret-value --secret-id x',
    'systemctl show-environment',
    'scrot',
  ])('%s', (command) => expect(kinds(command).split(' ')).toContain('secrets'));
});

describe('programs that change what runs later, who may do what, and what runs now', () => {
  it.each([
    ['systemctl --user enable ./x.service', 'governs'],
    ['launchctl load x.plist', 'governs'],
    ['direnv allow', 'governs'],
    ['mise trust', 'governs'],
    ['pre-commit install', 'governs'],
    ['git config --edit', 'governs'],
    ['git maintenance start', 'governs'],
    ['loginctl terminate-user me', 'process'],
    ['mysqladmin shutdown', 'process'],
    ['ufw disable', 'permissions'],
    ['chsh -s /bin/zsh', 'permissions'],
    ['mkcert -install', 'permissions'],
    ['ssh-add key', 'permissions'],
  ])('%s: %s', (command, expected) => expect(kinds(command).split(' ')).toContain(expected));
});

describe('programs that run others in a way that is not in their words', () => {
  it.each([
    "view -c ':!rm a' b",
    "gvim -c ':!rm a' b",
    "less '+!ls' a",
    'emacs --batch -l x.el -f kill-emacs',
    "git remote-ext origin 'ls'",
    'git config --rename-section foo core',
    'git config rename-section foo core',
    'pdflatex -shell-escape a.tex',
    'gcc -wrapper x,y a.c',
    'make SHELL=./x all',
    'npm run --script-shell ./x build',
    'ssh -oProxyCommand=x host',
    'dbus-send --session x',
    "raku -e 'x'",
  ])('%s', (command) => expect(kinds(command).split(' ')).toContain('not-understood'));

  it.each([
    ["ksh93 -c 'rm a'", 'deletes'],
    ["zsh-5.9 -c 'rm a'", 'deletes'],
    ["go test -exec 'rm a' ./...", 'deletes'],
    ['chronic rm a', 'deletes'],
  ])('%s: %s', (command, expected) => expect(kinds(command).split(' ')).toContain(expected));
});

describe('everyday uses of the same programs', () => {
  it.each([
    'cmake -E make_directory build',
    'cmake --build build',
    'node node_modules/.bin/tsc --noEmit',
    'node scripts/build.mjs',
    'python3 -m pytest -q',
    'python manage.py migrate',
    "sed -i '/foo/d' a",
    "sed -i 's/a/d/' a",
    'gpg --verify a.sig',
    'docker ps',
    'systemctl status x',
    'ssh-keygen -lf key.pub',
    'ffmpeg -i a.mp4 out.mp4',
    'go env',
    'go test ./...',
    'less +/search a',
    'vim a.ts',
    'git config user.name',
    'env A=1 npm test',
    'export A=1',
    'set -e',
    'make SHELL=/bin/bash all',
    'direnv status',
    'ip addr',
    'journalctl -u x',
    'ninja -C build',
    'pre-commit run --all-files',
    'tee a <<< "text"',
  ])('%s has no mark', (command) => expect(kinds(command)).toBe(''));
});
