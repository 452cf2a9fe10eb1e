import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { type NotificationDaemon, startDunst } from './dbus-notifications';
import { type Login, startPrivateBus } from './dbus-session';
import { type Panel, startPanel } from './dbus-tray';

/** Debian's nobody, a user who is not root. */
const person = 65_534;
const desktopFile = '/usr/share/applications/signalbox.desktop';

/** Reads a command from the installed desktop file, by its group: `Desktop Entry`, `Desktop Action new-session`. */
export function desktopCommand(group: string): string[] {
  const groups = readFileSync(desktopFile, 'utf8').split(/^\[(.+)\]$/m);
  const exec = /^Exec=(.+)$/m.exec(groups[groups.indexOf(group) + 1] ?? '')?.[1] ?? '';
  return exec.split(' ').filter((word) => !word.startsWith('%'));
}

/** A user with an empty home and a desktop, on a machine where the app is installed. */
export interface Person {
  readonly home: string;
  /** How to start this user's programs. */
  readonly login: Login;
  readonly notifications: NotificationDaemon;
  readonly panel: Panel;
  /** Moves the focus away from the app, like a click on the desktop. */
  lookAway(): void;
  /** Runs a command to its end. */
  run(command: readonly string[]): string;
}

export interface InstalledApp {
  readonly window: Page;
  readonly pid: number;
  /** Asks the app to quit, and waits until it has ended. */
  quit(): Promise<void>;
}

export async function withPerson(work: (person: Person) => Promise<void>): Promise<void> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'signalbox-person-'));
  await chown(home, person, person);
  const bare = bareLogin(home);
  const bus = await startPrivateBus(bare);
  const login = { ...bare, env: { ...bare.env, ...bus.env } };
  const run = ([command = '', ...args]: readonly string[]): string =>
    execFileSync(command, args, { ...login, encoding: 'utf8', timeout: 30_000 });
  // The pointer has to leave the window too: while it is inside, the window still gets the keys even if the desktop has the focus.
  const lookAway = (): void =>
    void run(['xdotool', 'mousemove', '9999', '9999', 'search', '--maxdepth', '0', '--name', '.*', 'windowfocus']);
  try {
    await work({ home, login, notifications: await startDunst(bus), panel: await startPanel(bus), lookAway, run });
  } finally {
    await bus.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Only the variables that a login sets. The app has to find everything else itself. */
const bareLogin = (home: string): Login => ({
  uid: person,
  gid: person,
  cwd: home,
  env: { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', SHELL: '/bin/sh', DISPLAY: process.env.DISPLAY },
});

/** The shipped binary refuses an inspector, so Playwright can't launch it. It connects through the devtools port. */
export async function startInstalled({ home, login }: Person, env: Readonly<Record<string, string>>): Promise<InstalledApp> {
  const [command = '', ...args] = desktopCommand('Desktop Entry');
  const child = spawn(command, [...args, '--disable-gpu', '--remote-debugging-port=0'], {
    ...login,
    env: { ...login.env, ...env },
    stdio: 'ignore',
  });
  const gone = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const portFile = path.join(home, '.config/Signalbox/DevToolsActivePort');
  let browser: Browser | null = null;
  const quit = async (): Promise<void> => {
    await browser?.close();
    child.kill('SIGTERM');
    await gone;
  };
  try {
    await expect.poll(() => existsSync(portFile), { timeout: 20_000 }).toBe(true);
    browser = await chromium.connectOverCDP(`http://127.0.0.1:${readFileSync(portFile, 'utf8').split('\n')[0]}`);
    const pages = () => browser?.contexts().flatMap((context) => context.pages()) ?? [];
    await expect.poll(() => pages().length).toBe(1);
    const [window] = pages();
    if (!window) throw new Error('no page');
    return { window, pid: child.pid ?? 0, quit };
  } catch (error) {
    await quit();
    throw error;
  }
}
