import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from '@playwright/test';
import { request } from './support/bridge';
import { demoEnv, folderOf, startDemo } from './support/demo';
import { desktopCommand, startInstalled, withPerson } from './support/installed';

/** `npm run package:check` names the package; without it this file is left out, because it changes the machine. */
const deb = process.env.SIGNALBOX_DEB ?? '';
const home = '/usr/lib/signalbox';

const apt = (...args: string[]): string =>
  execFileSync('apt-get', ['-y', '-q', '-o', 'DPkg::Lock::Timeout=60', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
  });

const files = (): string[] => execFileSync('dpkg', ['-L', 'signalbox'], { encoding: 'utf8' }).trim().split('\n');

const handlers = (): string =>
  existsSync('/usr/share/applications/mimeinfo.cache') ? readFileSync('/usr/share/applications/mimeinfo.cache', 'utf8') : '';

// One package, one machine: installed, used, removed.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

let installed: string[] = [];

test('apt installs it, with all that the desktop needs', async () => {
  apt('install', '--no-install-recommends', deb);
  installed = files().filter((file) => !lstatSync(file).isDirectory());
  expect(installed).toEqual(
    expect.arrayContaining([
      '/usr/bin/signalbox',
      '/usr/share/applications/signalbox.desktop',
      '/usr/share/icons/hicolor/512x512/apps/signalbox.png',
      '/usr/share/icons/hicolor/scalable/apps/signalbox.svg',
      '/usr/share/doc/signalbox/copyright',
    ]),
  );
  const helper = lstatSync(path.join(home, 'chrome-sandbox'));
  expect([helper.mode & 0o7777, helper.uid]).toEqual([0o4755, 0]);
  expect(spawnSync('desktop-file-validate', ['/usr/share/applications/signalbox.desktop'], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stdout: '',
  });
  expect(handlers()).toContain('x-scheme-handler/signalbox=signalbox.desktop;');
});

test('its binary loads our archive only, and no code from the environment or from an inspector', async () => {
  const fuses = await getCurrentFuseWire(path.join(home, 'signalbox'));
  expect(fuses).toMatchObject({
    [FuseV1Options.OnlyLoadAppFromAsar]: FuseState.ENABLE,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FuseState.DISABLE,
    [FuseV1Options.EnableNodeCliInspectArguments]: FuseState.DISABLE,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: FuseState.DISABLE,
    [FuseV1Options.EnableCookieEncryption]: FuseState.ENABLE,
  });
});

test('from its desktop file a person who is not root gets the window in a sandbox, a session, and what was allowed', async () => {
  await withPerson(async (person) => {
    const { window, pid, quit } = await startInstalled(person, demoEnv('asks'));
    try {
      await expect(window.getByRole('button', { name: 'New session' })).toBeVisible();
      const pages = pageProcesses(pid);
      expect(pages.length).toBeGreaterThan(0);
      // Seccomp 2 is a filter on system calls; without the sandbox it is 0.
      for (const page of pages) expect(readFileSync(`/proc/${page}/status`, 'utf8')).toMatch(/^Seccomp:\t2$/m);
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\t65534\t65534/m);

      const first = await startDemo(window, 'ask Bash touch allowed.txt');
      await window.getByRole('button', { name: 'Allow once' }).first().click();
      await expect(window.getByRole('tab', { name: /idle/ })).toBeVisible();
      expect(existsSync(path.join(await folderOf(window, first), 'allowed.txt'))).toBe(true);

      // The desktop itself finds the app for a link, and starts it a second time.
      await startDemo(window, 'ask Write second.txt');
      person.run(['gio', 'open', `signalbox://session/${first}`]);
      await expect.poll(async () => (await request(window, 'sessions.list')).active).toBe(first);
      person.run(desktopCommand('Desktop Action new-session'));
      await expect(window.getByRole('dialog', { name: 'New session' })).toBeVisible();
    } finally {
      await quit();
    }
  });
});

test('purged, it leaves nothing behind', () => {
  apt('purge', 'signalbox');
  expect(installed.filter((file) => existsSync(file))).toEqual([]);
  expect(existsSync(home)).toBe(false);
  expect(handlers()).not.toContain('signalbox');
  expect(readdirSync('/var/lib/dpkg/info').filter((name) => name.startsWith('signalbox.'))).toEqual([]);
});

/** The processes that draw pages, among everything the app started. */
function pageProcesses(app: number): number[] {
  const all = readdirSync('/proc').map(Number).filter(Boolean);
  const parentOf = (pid: number): number => Number(/^PPid:\t(\d+)/m.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0);
  const isOurs = (pid: number): boolean => pid === app || (pid > 1 && isOurs(parentOf(pid)));
  return all.filter((pid) => readIfThere(`/proc/${pid}/cmdline`).includes('--type=renderer') && isOurs(pid));
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
