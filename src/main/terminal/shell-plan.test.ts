import { expect, it } from 'vitest';
import { shellPlan } from './shell-plan';

const machine = { platform: 'linux', accountShell: '/bin/zsh' } as const;

it('is the shell of the environment, else the account’s, else the one every system has', () => {
  expect(shellPlan('/project', { ...machine, env: { SHELL: '/usr/bin/fish' } })).toMatchObject({
    command: '/usr/bin/fish',
    args: ['-l'],
    cwd: '/project',
  });
  expect(shellPlan('/project', { ...machine, env: {} }).command).toBe('/bin/zsh');
  expect(shellPlan('/project', { ...machine, accountShell: null, env: {} }).command).toBe('/bin/sh');
  expect(shellPlan('C:\\project', { ...machine, platform: 'win32', env: {} })).toMatchObject({ command: 'powershell.exe', args: [] });
});

it('leaves out what the app, npm and another terminal set for themselves', () => {
  const env = {
    HOME: '/home/me',
    npm_config_prefix: '/mine',
    ELECTRON_RUN_AS_NODE: '1',
    SIGNALBOX_USER_DATA: '/data',
    TMUX: '1',
    TERM: 'dumb',
  };
  const kept = { HOME: '/home/me', TERM: 'xterm-256color', COLORTERM: 'truecolor', TERM_PROGRAM: 'Signalbox' };
  expect(shellPlan('/', { ...machine, env }).env).toEqual({ ...kept, npm_config_prefix: '/mine' });
  expect(shellPlan('/', { ...machine, env: { ...env, npm_lifecycle_event: 'start', INIT_CWD: '/' } }).env).toEqual(kept);
});
