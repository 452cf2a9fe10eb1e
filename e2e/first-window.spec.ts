import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './support/app';
import { sessionList } from './support/window';

test('the first window says what it is and offers a new session', async ({ signalbox: { window } }) => {
  await expect(window).toHaveTitle('Signalbox');
  await expect(sessionList(window)).toBeAttached();
  await expect(window.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  await window.getByRole('button', { name: 'New session' }).click();
  await expect(window.getByRole('dialog', { name: 'New session' })).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
});

test('a dialog opens with its styles, and without breaking the content security policy', async ({ signalbox: { window } }) => {
  await window.evaluate(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      violations.push(`${effectiveDirective} ${blockedURI} ${sourceFile ? 'from our code' : 'from the test'}`);
    });
  });
  await window.getByRole('button', { name: 'New session' }).click();
  await expect(window.getByRole('dialog', { name: 'New session' })).toBeVisible();
  // Radix's style element, which has the nonce, keeps the page behind from scrolling.
  await expect(window.locator('body')).toHaveCSS('overflow', 'hidden');
  // An element without a nonce is refused. Its report comes after all earlier ones.
  await window.evaluate(() => document.head.append(Object.assign(document.createElement('style'), { textContent: 'h1 { color: red }' })));
  await expect.poll(() => window.evaluate(() => Reflect.get(globalThis, 'violations'))).toEqual(['style-src-elem inline from the test']);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong in the ${colorScheme} window, with and without its dialog`, async ({ signalbox: { window } }) => {
    await window.emulateMedia({ colorScheme });
    await expect(window.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
    // Legacy mode: axe otherwise opens a second page, which Electron does not offer.
    const audit = async () => (await new AxeBuilder({ page: window }).setLegacyMode(true).analyze()).violations;
    expect(await audit()).toEqual([]);
    await window.getByRole('button', { name: 'New session' }).click();
    await expect(window.getByRole('dialog', { name: 'New session' })).toBeVisible();
    expect(await audit()).toEqual([]);
  });
}
