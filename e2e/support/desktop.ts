import { test as base, type LaunchOptions, type RunningApp } from './app';
import { type NotificationDaemon, startDunst } from './dbus-notifications';
import { type PrivateBus, startPrivateBus } from './dbus-session';
import { type Panel, startPanel } from './dbus-tray';

export interface DesktopFixtures {
  /** A session bus for this test only. The app that `launch` starts uses it too. */
  readonly bus: PrivateBus;
  readonly notifications: NotificationDaemon;
  readonly panel: Panel;
  readonly onBus: (options?: LaunchOptions) => Promise<RunningApp>;
}

/** Fixtures for tests with a desktop around the app. Only the parts that a test names exist, so a test without `tray` has no panel. */
export const test = base.extend<DesktopFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  bus: async ({}, use) => {
    const bus = await startPrivateBus();
    await use(bus);
    await bus.stop();
  },
  notifications: async ({ bus }, use) => use(await startDunst(bus)),
  panel: async ({ bus }, use) => use(await startPanel(bus)),
  // The bus comes first, so that it ends after the app.
  onBus: async ({ bus, launch }, use) => {
    await use((options = {}) => launch({ ...options, env: { ...bus.env, ...options.env } }));
  },
});

export { expect } from './app';
