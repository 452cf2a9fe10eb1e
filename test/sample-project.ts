import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { judge, type Verdict } from '../src/main/asks/judge';
import { riskOf } from '../src/main/asks/risk';
import { listOnDisk, realPathOnDisk } from '../src/main/shell/real-path';
import type { RiskMark } from '../src/shared/risk';
import { aRule } from './a-rule';

/** Command lines in the lists name the project by this path, and the home folder by the part before `/shop`. */
const projectInLists = '/home/dev/shop';
const homeInLists = path.dirname(projectInLists);

const files = [
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'README.md', 'CHANGELOG.md', 'Makefile', 'docker-compose.yml', '.gitignore'],
  ...['requirements.txt', 'pyproject.toml', '.env', '.github/workflows/ci.yml', '.git/HEAD', '.git/config'],
  ...['src/index.ts', 'src/app.ts', 'src/app.old.ts', 'src/server.ts', 'src/components/Button.tsx', 'tests/app.test.ts'],
  ...['docs/a.md', 'docs/b.md', 'docs/index.html', 'backend/requirements.txt', 'scripts/deploy.sh', 'scripts/seed.js', 'scripts/report.py'],
  ...['data/users.csv', 'data/names.txt', 'data/sizes.txt', 'logs/app.log', 'logs/access.log', 'coverage/coverage-summary.json'],
  ...['dist/index.js', 'dist/vendor.js', 'dist/logo.png', 'build/CMakeCache.txt', 'node_modules/react/package.json'],
  // A bare repository inside the project, and next to it files whose names look like flags.
  ...['vendor/bare/HEAD', 'vendor/bare/config', 'odd/-o', 'odd/--output=stolen'],
  // File names that are also programs. Each has many harmless neighbours, so a folder most likely lists a harmless name first.
  ...['names/awk/BEGIN{system("touch p")}', 'names/sed/1e touch p', 'names/jq/env'],
  ...[2, 3, 4, 5, 6, 7, 8, 9].flatMap((digit) =>
    ['p', 'd', 'q'].flatMap((letter) => [`names/awk/${letter}${digit}`, `names/sed/${digit}${letter}`, `names/jq/x${letter}${digit}`]),
  ),
];
const links: Readonly<Record<string, string>> = { 'links/etc': '/etc', 'links/notes': '../.env', 'links/up': '../..' };

export interface SampleProject {
  /** The verdict on a Bash call, in safe mode or by the rules in any mode. */
  readonly judge: (command: string, options?: { mode?: 'ask' | 'safe'; rules?: readonly string[] }) => Verdict;
  readonly marksOf: (command: string) => RiskMark[];
  readonly remove: () => void;
}

/** Makes a project on the real disk, so that links and folders are read as in a real session. */
export function createSampleProject(): SampleProject {
  const top = realpathSync.native(mkdtempSync(path.join(os.tmpdir(), 'sample-project-')));
  const home = path.join(top, 'dev');
  const cwd = path.join(home, path.basename(projectInLists));
  for (const file of files) {
    mkdirSync(path.join(cwd, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(cwd, file), '');
  }
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(path.join(cwd, path.dirname(name)), { recursive: true });
    symlinkSync(target, path.join(cwd, name));
  }
  mkdirSync(path.join(cwd, 'names/link'));
  // Disks on macOS refuse such a name.
  const notText = Buffer.concat([Buffer.from(path.join(cwd, 'names/link/')), Buffer.from([0xff])]);
  if (process.platform === 'linux') symlinkSync('/etc/passwd', notText);
  const callOf = (command: string) => ({
    tool: 'Bash',
    input: { command: command.replaceAll(homeInLists, home) },
    cwd,
    home,
    realpath: realPathOnDisk,
    list: listOnDisk,
    sessionId: 'one',
  });
  const marksOf = (command: string) => riskOf(callOf(command));
  return {
    judge: (command, { mode = 'safe', rules = [] } = {}) =>
      judge({
        mode,
        rules: rules.map((text) => aRule(text)),
        call: callOf(command),
        marks: marksOf(command),
        mustAsk: false,
        now: 0,
        allUntil: null,
      }),
    marksOf,
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}
