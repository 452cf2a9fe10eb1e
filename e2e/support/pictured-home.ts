import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './app';
import { picturedWork } from './pictured-work';

const board = `export interface Train {
  readonly time: string;
  readonly expected: string;
  readonly to: string;
  readonly platform: number;
}

export function line({ time, to, platform }: Train): string {
  return [time, to, platform].join('  ');
}
`;

const settings = {
  hooks: { SessionStart: [], PostToolUse: [] },
  permissions: { allow: ['Bash(npm run *)'] },
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const scripts = (all: Readonly<Record<string, string>>): string => json({ private: true, scripts: all });

/** Creates a home with a few projects, where `claude` is the demo agent. Returns the environment for the app. */
export function furnishHome(home: string): Record<string, string> {
  const files: Readonly<Record<string, string>> = {
    '.bash_profile': "PS1='\\[\\e[32m\\]\\W\\[\\e[0m\\] $ '\nexport PAGER=cat\n",
    '.npmrc': 'loglevel=silent\nupdate-notifier=false\n',
    '.local/bin/claude': `#!/bin/sh\nexec '${process.execPath}' '${path.join(root, 'resources/demo/agent.mjs')}' "$@"\n`,
    'scenario.json': json(picturedWork),
    'projects/timetable/src/board.ts': board,
    'projects/timetable/check.js': "console.log('23 passed, 0 failed');\n",
    'projects/timetable/preview.js': "console.log('09:12  Ash Vale  1\\n09:27 → 09:35  Birch Halt  3');\n",
    'projects/timetable/package.json': scripts({ check: 'node check.js', preview: 'node preview.js' }),
    'projects/tickets/package.json': scripts({ refunds: 'echo ok', fares: 'echo ok' }),
    'projects/feed/.claude/settings.json': json(settings),
    'projects/feed/.mcp.json': json({ mcpServers: { trains: { command: 'trains-mcp' } } }),
    'projects/station-site/build/index.html': '',
  };
  for (const [name, contents] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    writeFileSync(path.join(home, name), contents);
  }
  chmodSync(path.join(home, '.local/bin/claude'), 0o755);
  commit(path.join(home, 'projects/timetable'), ['Read the feed once a minute', 'Sort trains by their expected time', 'Show the platform']);
  return {
    HOME: home,
    XDG_CONFIG_HOME: '',
    SHELL: '/bin/bash',
    SIGNALBOX_CLAUDE: path.join(home, '.local/bin/claude'),
    SIGNALBOX_USER_DATA: path.join(home, '.config/Signalbox'),
    SIGNALBOX_DEMO_SCENARIO: path.join(home, 'scenario.json'),
    SIGNALBOX_DEMO_SPEED: '0',
    CLAUDE_CONFIG_DIR: path.join(home, '.claude'),
  };
}

function commit(folder: string, messages: readonly string[]): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Mia', '-c', 'user.email=mia@example.com', ...args], { cwd: folder, stdio: 'ignore' });
  git('init', '--initial-branch=main');
  git('add', '.');
  for (const message of messages) git('commit', '--allow-empty', '-m', message);
}
