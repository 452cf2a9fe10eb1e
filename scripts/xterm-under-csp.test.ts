import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './command.mjs';
import { underCsp } from './xterm-under-csp.mjs';

it('leaves nothing in xterm that the content security policy would refuse', () => {
  const code = underCsp(readFileSync(path.join(root, 'node_modules/@xterm/xterm/lib/xterm.mjs'), 'utf8'));
  expect(code.match(/setAttribute\("style"/g)).toBeNull();
  expect(code.match(/createElement\("style"\)/g)?.length).toBe(code.match(/createElement\("style"\),\{nonce:/g)?.length);
});

it('says so when xterm has changed', () => {
  expect(() => underCsp('x.createElement("style")')).toThrow('look at scripts/xterm-under-csp.mjs again');
});
