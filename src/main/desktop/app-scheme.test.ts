import { expect, it, vi } from 'vitest';

// Only the URL checks are tested, which don't need Electron.
vi.mock('electron', () => ({ protocol: {} }));
const { contentSecurityPolicy, resolveAsset, fillPlaceholders } = await import('./app-scheme');

const root = '/app/out/renderer';

it('serves files of known types inside the root', () => {
  expect(resolveAsset(root, 'app://signalbox/index.html')?.file).toBe('/app/out/renderer/index.html');
  expect(resolveAsset(root, 'app://signalbox/assets/a.js?v=1#x')).toEqual({
    file: '/app/out/renderer/assets/a.js',
    type: 'text/javascript; charset=utf-8',
  });
});

it.each([
  'app://signalbox/../main/index.js',
  'app://signalbox/%2e%2e/main/index.js',
  'app://signalbox/..%2fmain/index.js',
  'app://signalbox/..%5cmain%5cindex.js',
  'app://signalbox/assets/../../main/index.js',
  'app://signalbox/%2e%2e%2f%2e%2e%2fpackage.json',
  'app://signalbox/%00index.html',
  'app://signalbox/%',
  'app://elsewhere/index.html',
  'file:///app/out/renderer/index.html',
  'app://signalbox/',
  'app://signalbox/secret.pem',
  'nonsense',
])('serves nothing outside the root for %s', (address) => {
  const asset = resolveAsset(root, address);
  // Some of these are normalized to a path inside the root; none may point outside.
  expect(asset === null || asset.file.startsWith(`${root}/`)).toBe(true);
  expect(asset?.file ?? '').not.toContain('/out/main/');
});

it('allows only our own scripts', () => {
  const policy = contentSecurityPolicy('abc');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

it('fills in the nonce and the appearance of the first frame', () => {
  const page = '<html data-theme="__THEME__" data-font-size="__FONT_SIZE__"><meta nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__">';
  expect(fillPlaceholders(page, 'abc', { theme: 'dark', fontSize: 15 })).toBe(
    '<html data-theme="dark" data-font-size="15"><meta nonce="abc"><script nonce="abc">',
  );
});
