import { expect, it } from 'vitest';
import { planShell } from './shell-plan';

const machine = { platform: 'linux', accountShell: '/bin/zsh' } as const;

it('uses SHELL, then the account’s shell, then the one that every system has', () => {
  expect(planShell('/project', { ...machine, env: { SHELL: '/usr/bin/fish' } })).toMatchObject({
    command: '/usr/bin/fish',
    args: ['-l'],
    cwd: '/project',
  });
  expect(planShell('/project', { ...machine, env: {} }).command).toBe('/bin/zsh');
  expect(planShell('/project', { ...machine, accountShell: null, env: {} }).command).toBe('/bin/sh');
  expect(planShell('C:\\project', { ...machine, platform: 'win32', env: {} })).toMatchObject({ command: 'powershell.exe', args: [] });
});

it('removes the variables of the app, of npm and of another terminal', () => {
  const env = {
    HOME: '/home/me',
    npm_config_prefix: '/mine',
    ELECTRON_RUN_AS_NODE: '1',
    SIGNALBOX_USER_DATA: '/data',
    TMUX: '1',
    TERM: 'dumb',
  };
  const kept = { HOME: '/home/me', TERM: 'xterm-256color', COLORTERM: 'truecolor', TERM_PROGRAM: 'Signalbox' };
  expect(planShell('/', { ...machine, env }).env).toEqual({ ...kept, npm_config_prefix: '/mine' });
  expect(planShell('/', { ...machine, env: { ...env, npm_lifecycle_event: 'start', INIT_CWD: '/' } }).env).toEqual(kept);
});
