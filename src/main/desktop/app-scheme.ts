import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Protocol, protocol } from 'electron';
import type { Appearance } from './appearance';

const scheme = 'app';
export const appOrigin = `${scheme}://signalbox`;
export const appUrl = `${appOrigin}/index.html`;

/** Stands in index.html where each load gets a nonce of its own; the build's configuration names it too. */
const noncePlaceholder = '__CSP_NONCE__';

/** Fills in what differs from one load to the next: the nonce, and how the first frame looks. */
export function stamp(page: string, nonce: string, { theme, fontSize }: Appearance): string {
  return page.replaceAll(noncePlaceholder, nonce).replace('__THEME__', theme).replace('__FONT_SIZE__', String(fontSize));
}

/**
 * Nothing but our own files: no inline scripts, no remote anything, no frames, no plug-ins.
 * The nonce is for the one style element that Radix adds while a dialog is open.
 */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** Must run before Electron is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
  ]);
}

/** Serves the built window from `root` and from nowhere else. */
export function serveAppScheme(target: Protocol, root: string, appearance: () => Appearance): void {
  target.handle(scheme, async (request) => {
    const asset = resolveAsset(root, request.url);
    if (!asset || request.method !== 'GET') return new Response(null, { status: 404 });
    try {
      const nonce = randomBytes(16).toString('base64');
      const body = await readFile(asset.file);
      return new Response(asset.type.startsWith('text/html') ? stamp(body.toString(), nonce, appearance()) : body, {
        headers: {
          'content-type': asset.type,
          'content-security-policy': contentSecurityPolicy(nonce),
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        },
      });
    } catch {
      return new Response(null, { status: 404 });
    }
  });
}

/** The file an address stands for, if it is one of ours: known type, inside the root however it is spelled. */
export function resolveAsset(root: string, address: string): { file: string; type: string } | null {
  let pathname: string;
  try {
    const url = new URL(address);
    if (url.origin !== appOrigin && `${url.protocol}//${url.host}` !== appOrigin) return null;
    pathname = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (pathname.includes('\0') || pathname.includes('\\')) return null;
  const file = path.join(root, pathname);
  const type = contentTypes[path.extname(file)];
  return type && file.startsWith(root + path.sep) ? { file, type } : null;
}
