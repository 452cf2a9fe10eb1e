import { expect, it } from 'vitest';
import { pageAddress } from './page-address';

const warnings = (url: string) => pageAddress(url)?.warnings.length;

it('names the host that would be opened', () => {
  expect(pageAddress('https://example.com:8443/sign-in?x=1')).toEqual({ host: 'example.com:8443', warnings: [] });
  expect(pageAddress('https://good.example@evil.example/')).toMatchObject({
    host: 'evil.example',
    warnings: ['What stands before the @ is not the host. The page is on evil.example.'],
  });
});

it.each([
  ['letters that look like others', 'https://\u0430pple.com/', 1],
  ['the same, as computers write it', 'https://xn--pple-43d.com/', 1],
  ['no encryption', 'http://example.com/', 1],
  ['no encryption, but on this machine', 'http://localhost:3000/', 0],
  ['no encryption, but on this machine, by address', 'http://127.0.0.1:3000/', 0],
  ['no encryption, but on this machine, by the newer address', 'http://[::1]:3000/', 0],
  ['a host that only begins like this machine', 'http://localhost.evil.example/', 1],
  ['everything at once', 'http://me:pass@xn--pple-43d.com/', 3],
])('warns of %s', (_what, url, count) => {
  expect(warnings(url)).toBe(count);
});

it.each(['javascript:alert(1)', 'file:///etc/passwd', 'mailto:ann@example.com', 'example.com', ''])(
  '%j is not the address of a page',
  (url) => {
    expect(pageAddress(url)).toBeNull();
  },
);
