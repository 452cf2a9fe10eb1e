import { expect, it } from 'vitest';
import { diagnostics } from './diagnostics';

it('contains what a report needs, without secrets or the home folder', () => {
  const text = diagnostics({
    version: '1.2.3',
    versions: { electron: '43.2.0', chrome: '150', node: '24' },
    runtime: 'official build',
    claude: '2.1.197, from PATH',
    system: 'Linux 6.1 x64',
    desktop: 'GNOME',
    home: '/home/ann',
    notices: [{ id: 'n', level: 'warning', text: 'Settings can’t be saved', detail: '' }],
    logTail: 'info opened /home/ann/project with sk-ant-api03-abcdefghijkl',
  });
  expect(text).toBe(
    [
      'Signalbox 1.2.3',
      'Electron 43.2.0 (official build), Chromium 150, Node 24',
      'Claude Code: 2.1.197, from PATH',
      'System: Linux 6.1 x64, GNOME',
      'Notice: Settings can’t be saved',
      '',
      'Log:',
      'info opened ~/project with [redacted]',
      '',
    ].join('\n'),
  );
});
