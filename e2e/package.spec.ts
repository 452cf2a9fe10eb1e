import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app';
import { request } from './support/bridge';
import { demoEnv, folderOf, startDemo, stateOf } from './support/demo';
import { desktopCommand, type Person, startInstalled, withPerson } from './support/installed';
import { input, run, screen, view } from './support/terminal';

/** `npm run package:check` sets the package. Without it this file is skipped, because it changes the machine. */
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
  await withInstalled(async ({ window, person }) => {
    const first = await startDemo(window, 'ask Bash touch allowed.txt');
    await window.getByRole('button', { name: 'Allow once' }).first().click();
    await expect(window.getByRole('tab', { name: /idle/ })).toBeVisible();
    expect(existsSync(path.join(await folderOf(window, first), 'allowed.txt'))).toBe(true);

    // The desktop finds the app for a link, and starts it a second time.
    await startDemo(window, 'ask Write second.txt');
    person.run(['gio', 'open', `signalbox://session/${first}`]);
    await expect.poll(async () => (await request(window, 'sessions.list')).active).toBe(first);
    person.run(desktopCommand('Desktop Action new-session'));
    await expect(window.getByRole('dialog', { name: 'New session' })).toBeVisible();
  });
});

test('a person who looks elsewhere is told by the desktop, and Allow in the notification makes the tool run', async () => {
  await withInstalled(async ({ window, person: { notifications, panel, lookAway } }) => {
    const trayWords = async (): Promise<string | undefined> => (await panel.menu())[0]?.label;
    await expect.poll(trayWords).toBe('0 waiting');
    // It is visible in the window, so there is no notification.
    const seen = await startDemo(window, 'ask Bash touch seen.txt');
    await window.getByRole('button', { name: 'Allow once' }).first().click();
    await expect.poll(() => stateOf(window, seen)).toBe('idle');

    lookAway();
    const id = await startDemo(window, 'ask Bash touch from-notification.txt');
    await expect.poll(() => notifications.shown()).toBe(1);
    expect(notifications.asked.map(({ actions }) => actions)).toEqual([{ default: '', allow: 'Allow', deny: 'Deny' }]);
    await expect.poll(trayWords).toBe('1 waiting');
    const file = path.join(await folderOf(window, id), 'from-notification.txt');
    expect(existsSync(file)).toBe(false);

    await notifications.press('Allow');
    await expect.poll(() => stateOf(window, id)).toBe('idle');
    expect(existsSync(file)).toBe(true);
    expect(await notifications.shown()).toBe(0);
    await expect.poll(trayWords).toBe('0 waiting');
  });
});

test('a command typed in a session’s terminal runs as that person in its folder, and its output is there', async () => {
  await withInstalled(async ({ window, pid }) => {
    const folder = await folderOf(window, await startDemo(window, 'hello'));
    await view(window, 'Terminal').click();
    await expect(input(window, 1)).toBeFocused();
    await run(window, 1, 'echo "$(id -u) in $PWD"');
    await expect(screen(window, 1)).toContainText(`65534 in ${folder}`);
    const native = readFileSync(`/proc/${pid}/maps`, 'utf8').match(/\S+\/pty\.node$/m)?.[0];
    expect(native).toMatch(`${home}/resources/app.asar.unpacked/node_modules/node-pty/`);
  });
});

test('purged, it leaves nothing behind', () => {
  apt('purge', 'signalbox');
  expect(installed.filter((file) => existsSync(file))).toEqual([]);
  expect(existsSync(home)).toBe(false);
  expect(handlers()).not.toContain('signalbox');
  expect(readdirSync('/var/lib/dpkg/info').filter((name) => name.startsWith('signalbox.'))).toEqual([]);
});

/** The app as its desktop file starts it, with its sandbox on. */
async function withInstalled(work: (app: { window: Page; pid: number; person: Person }) => Promise<void>): Promise<void> {
  await withPerson(async (person) => {
    const { window, pid, quit } = await startInstalled(person, demoEnv('asks'));
    try {
      await expect(window.getByRole('button', { name: 'New session' })).toBeVisible();
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\t65534\t65534/m);
      expectSandbox(pid);
      await work({ window, pid, person });
      expectSandbox(pid);
    } finally {
      await quit();
    }
  });
}

function expectSandbox(app: number): void {
  const pages = pageProcesses(app);
  expect(pages.length).toBeGreaterThan(0);
  // Seccomp 2 is a filter on system calls; without the sandbox it is 0.
  for (const page of pages) expect(readFileSync(`/proc/${page}/status`, 'utf8')).toMatch(/^Seccomp:\t2$/m);
}

/** The renderer processes among everything that the app started. */
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
