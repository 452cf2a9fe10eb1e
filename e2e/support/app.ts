import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test as base, type ElectronApplication, _electron as electron, type Page, type TestInfo } from '@playwright/test';
import { oldVersion, presentClaudeVersions } from '../../scripts/claude-cli.mjs';
import { startVirtualDisplay } from '../../scripts/display.mjs';

export const root = path.resolve(import.meta.dirname, '../..');

export interface LaunchOptions {
  /** State folder that is kept between launches; by default a fresh temporary one. */
  readonly userData?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Arguments after the app: `signalbox <folder>`. */
  readonly words?: readonly string[];
  readonly executablePath?: string;
  readonly appPath?: string;
  /** On by default for everyone but root. */
  readonly sandbox?: boolean;
}

export interface RunningApp {
  readonly electron: ElectronApplication;
  readonly window: Page;
  readonly process: ChildProcess;
  readonly userData: string;
  close(): Promise<void>;
}

export interface Fixtures {
  /** A new folder for state, removed after the test. */
  readonly userData: string;
  /** Starts the built app. Everything it started is ended after the test, whether it passed or failed. */
  readonly launch: (options?: LaunchOptions) => Promise<RunningApp>;
  /** The app, started once with the defaults. */
  readonly signalbox: RunningApp;
}

export const isRoot = process.getuid?.() === 0;

export const test = base.extend<Fixtures, { readonly ownDisplay: undefined }>({
  // Its own display, because the clipboard and the focus belong to the display, and two workers run tests at the same time.
  ownDisplay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const display = process.platform === 'linux' ? await startVirtualDisplay() : null;
      if (display) Object.assign(process.env, { DISPLAY: display.name, WAYLAND_DISPLAY: '' });
      await use(undefined);
      display?.stop();
    },
    { scope: 'worker', auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  userData: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },

  launch: async ({ userData }, use, testInfo) => {
    const running: { app: RunningApp; trace: string }[] = [];
    await use(async (options = {}) => {
      const app = await start({ userData, ...options });
      const trace = testInfo.outputPath(`trace-${running.length}.zip`);
      await app.electron.context().tracing.start({ screenshots: true, snapshots: true });
      running.push({ app, trace });
      return app;
    });
    for (const { app, trace } of running) await end(app, testInfo, trace);
  },

  signalbox: async ({ launch }, use) => {
    await use(await launch());
  },
});

async function start(options: LaunchOptions & { readonly userData: string }): Promise<RunningApp> {
  const sandbox = options.sandbox ?? !isRoot;
  const app = await electron.launch({
    args: [...(options.args ?? []), '--disable-gpu', options.appPath ?? root, ...(options.words ?? [])],
    chromiumSandbox: sandbox,
    ...(options.executablePath ? { executablePath: options.executablePath } : {}),
    // Always the same claude, whatever is on this machine's PATH.
    env: { ...environment(), SIGNALBOX_CLAUDE: presentClaudeVersions()[oldVersion], SIGNALBOX_USER_DATA: options.userData, ...options.env },
  });
  holdOn(app);
  const window = await app.firstWindow();
  await window.waitForLoadState('domcontentloaded');
  return { electron: app, window, process: app.process(), userData: options.userData, close: () => app.close() };
}

/**
 * V8's inspector loses an answer of the main process if a garbage collection happens at that moment. Then the call is repeated, so
 * it must be safe to repeat.
 */
function holdOn(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app);
  const again = async (...args: Parameters<typeof evaluate>): Promise<unknown> => {
    for (let left = 3; ; left--) {
      try {
        return await evaluate(...args);
      } catch (error) {
        if (left === 0 || !String(error).includes('promise was garbage collected')) throw error;
      }
    }
  };
  Object.assign(app, { evaluate: again });
}

/** Ends the app whatever state it is in. The trace is kept only if the test failed. */
async function end({ electron: app, process: child }: RunningApp, testInfo: TestInfo, trace: string): Promise<void> {
  const failed = testInfo.status !== testInfo.expectedStatus;
  if (child.exitCode === null && child.signalCode === null) {
    await app
      .context()
      .tracing.stop(failed ? { path: trace } : {})
      .catch(() => undefined);
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await app.close().catch(() => child.kill('SIGKILL'));
    clearTimeout(timer);
  }
}

function environment(): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(inherited.filter(([name]) => !name.startsWith('ELECTRON_') && name !== 'NODE_OPTIONS'));
}

export { expect } from '@playwright/test';
