import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './support/app';

test('the page has no Node, no Electron, and only the bridge of three functions', async ({ signalbox: { window: page } }) => {
  const seen = await page.evaluate(() => ({
    globals: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in globalThis),
    bridge: Object.keys(window.signalbox).sort(),
    url: location.href,
  }));
  expect(seen).toEqual({ globals: [], bridge: ['onEvents', 'pathOf', 'request'], url: 'app://signalbox/index.html' });
});

test('the window was made with the safe preferences', async ({ signalbox: { electron } }) => {
  const preferences = await electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // This is not in the public types, but it is the only way to read the options a window was created with.
    const read: unknown = contents && Reflect.get(contents, 'getLastWebPreferences');
    return typeof read === 'function' ? (read.call(contents) as Record<string, unknown>) : {};
  });
  expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true });
  expect(preferences.webviewTag ?? false).toBe(false);
});

test('nothing leaves the app’s own pages: navigation, new windows, frames and foreign code are refused', async ({
  signalbox: { electron, window: page },
}) => {
  const violations = await page.evaluate(async () => {
    const found: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => found.push(event.effectiveDirective));
    await import(`https://${'example'}.invalid/evil.js`).catch(() => undefined);
    const frame = document.createElement('iframe');
    frame.src = 'https://example.invalid/';
    document.body.append(frame);
    const image = new Image();
    image.src = 'https://example.invalid/track.png';
    await fetch('https://example.invalid/').catch(() => undefined);
    while (found.length < 4) await new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve, { once: true }));
    return [...new Set(found)].sort();
  });
  expect(violations).toEqual(['connect-src', 'frame-src', 'img-src', 'script-src-elem']);

  await page.evaluate(() => {
    location.href = 'https://example.invalid/';
  });
  const opened = await page.evaluate(() => window.open('file:///etc/passwd') === null);
  expect(opened).toBe(true);
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(page.url()).toBe('app://signalbox/index.html');
});

test('the page may load itself again, and go nowhere else', async ({ signalbox: { window: page, userData } }) => {
  const own = page.url();
  await page.evaluate(() => Object.assign(globalThis, { before: true }));
  const loaded = page.waitForEvent('load');
  await page.evaluate(() => setTimeout(() => location.reload()));
  await loaded;
  expect(await page.evaluate(() => 'before' in globalThis)).toBe(false);

  await page.evaluate(() => location.assign('?elsewhere'));
  await expect
    .poll(() => readFileSync(path.join(userData, 'logs/signalbox.log'), 'utf8'))
    .toContain(`navigation denied {"url":"${own}?elsewhere"}`);
  expect(page.url()).toBe(own);
});

test('inline code does not run', async ({ signalbox: { window: page } }) => {
  const outcome = await page.evaluate(() => {
    try {
      const holder = document.createElement('div');
      holder.innerHTML = '<img src=x onerror="window.evil = true">';
      return 'markup was taken';
    } catch (error) {
      return error instanceof TypeError ? 'refused' : 'other';
    }
  });
  expect(outcome).toBe('refused');
});

test('every permission a page can ask for is denied', async ({ signalbox: { window: page } }) => {
  const states = await page.evaluate(async () => {
    const names: PermissionName[] = ['camera', 'microphone', 'geolocation', 'notifications'];
    const asked = await Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
    return [...asked, await Notification.requestPermission()];
  });
  expect(new Set(states)).toEqual(new Set(['denied']));
});

test('requests outside the contract get a coded refusal', async ({ signalbox: { window: page } }) => {
  const replies = await page.evaluate(() =>
    Promise.all([
      window.signalbox.request('app.destroy', undefined),
      window.signalbox.request('links.open', { url: 5 }),
      window.signalbox.request('links.open', { url: 'file:///etc/passwd' }),
    ]),
  );
  expect(replies).toMatchObject([
    { ok: false, code: 'unknown-request' },
    { ok: false, code: 'bad-request' },
    { ok: false, code: 'link-refused' },
  ]);
});

test('the app’s scheme serves its own folder and nothing above it', async ({ signalbox: { window: page } }) => {
  const statuses = await page.evaluate(() =>
    Promise.all(
      ['/index.html', '/../main/index.js', '/%2e%2e/main/index.js', '/..%2fmain%2findex.js', '/nothing.js'].map(
        async (path) => (await fetch(path)).status,
      ),
    ),
  );
  expect(statuses).toEqual([200, 404, 404, 404, 404]);
});

test('Chromium downloads no spell-checker dictionaries', async ({ signalbox: { electron } }) => {
  expect(await electron.evaluate(({ session }) => session.defaultSession.getSpellCheckerLanguages())).toEqual([]);
});
