import { expect, it, vi } from 'vitest';

// The scheme's registration is Electron's; what is tested here is the check of addresses.
vi.mock('electron', () => ({ protocol: {} }));
const { contentSecurityPolicy, resolveAsset, stamp } = await import('./app-scheme');

const root = '/app/out/renderer';

it('serves files of known types inside its folder', () => {
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
])('never leaves its folder: %s', (address) => {
  const asset = resolveAsset(root, address);
  // Some of these are normalised to a name inside the folder; none may point outside it.
  expect(asset === null || asset.file.startsWith(`${root}/`)).toBe(true);
  expect(asset?.file ?? '').not.toContain('/out/main/');
});

it('allows no script but our own files', () => {
  const policy = contentSecurityPolicy('abc');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

it('stamps the page with its nonce and with how its first frame looks', () => {
  const page = '<html data-theme="__THEME__" data-font-size="__FONT_SIZE__"><meta nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__">';
  expect(stamp(page, 'abc', { theme: 'dark', fontSize: 15 })).toBe(
    '<html data-theme="dark" data-font-size="15"><meta nonce="abc"><script nonce="abc">',
  );
});
