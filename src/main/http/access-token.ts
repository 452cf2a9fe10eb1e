import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';

/** 256 bits, as base64url. */
const shape = /^[A-Za-z0-9_-]{43}$/;

export const tokenFileIn = (userData: string): string => path.join(userData, 'http-token');

/**
 * Reads the token of the loopback API, and makes it on first use. A file that others could read, or that is no file of ours, is
 * replaced: whoever read it must not get in.
 */
export async function readOrMakeToken(file: string): Promise<string> {
  const found = await readToken(file);
  if (found !== null) return found;
  const token = randomBytes(32).toString('base64url');
  await rm(file, { force: true });
  // `wx` follows no link that somebody made meanwhile.
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(`${token}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return token;
}

async function readToken(file: string): Promise<string | null> {
  let handle: FileHandle;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const facts = await handle.stat();
    const isOurs = facts.isFile() && facts.uid === (process.getuid?.() ?? facts.uid);
    const isPrivate = process.platform === 'win32' || (facts.mode & 0o077) === 0;
    if (!isOurs || !isPrivate || facts.size > 200) return null;
    const token = (await handle.readFile('utf8')).trim();
    return shape.test(token) ? token : null;
  } finally {
    await handle.close();
  }
}

/** Compares in constant time. The hashes have one length, so the length of the token leaks nothing either. */
export function isSameSecret(one: string, other: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
