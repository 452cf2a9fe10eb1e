import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Protocol, protocol } from 'electron';
import type { Appearance } from './appearance';

const scheme = 'app';
export const appOrigin = `${scheme}://signalbox`;
export const appUrl = `${appOrigin}/index.html`;

/** Replaced in index.html by a new nonce on each load. electron.vite.config.ts uses the same placeholder. */
const noncePlaceholder = '__CSP_NONCE__';

/** Fills in what differs between loads: the nonce, and the appearance of the first frame. */
export function fillPlaceholders(page: string, nonce: string, { theme, fontSize }: Appearance): string {
  return page.replaceAll(noncePlaceholder, nonce).replace('__THEME__', theme).replace('__FONT_SIZE__', String(fontSize));
}

/**
 * Allows only our own files: no inline scripts, nothing remote, no frames and no plug-ins.
 * The nonce is for the style element that Radix adds while a dialog is open.
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

/** Electron requires this before it is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
  ]);
}

/** Serves the built page from `root`, and nothing outside it. */
export function serveAppScheme(target: Protocol, root: string, appearance: () => Appearance): void {
  target.handle(scheme, async (request) => {
    const asset = resolveAsset(root, request.url);
    if (!asset || request.method !== 'GET') return new Response(null, { status: 404 });
    try {
      const nonce = randomBytes(16).toString('base64');
      const body = await readFile(asset.file);
      return new Response(asset.type.startsWith('text/html') ? fillPlaceholders(body.toString(), nonce, appearance()) : body, {
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

/** Returns the file for a URL, or null unless it has a known type and its decoded path is inside the root. */
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
