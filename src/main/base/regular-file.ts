import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { codeOf } from './error-code';

/** The result of reading a path that may hold anything, because other programs can write there. */
export type SmallFile =
  | { readonly what: 'bytes'; readonly bytes: Buffer; readonly modifiedAt: number }
  | { readonly what: 'too-big'; readonly modifiedAt: number }
  | { readonly what: 'missing' }
  /** It is not a regular file, or the system refused to read it. `code` is the system's error code, if it gave one. */
  | { readonly what: 'unreadable'; readonly code: string | null };

/** Thrown when the path holds a pipe, a device or a folder instead of a file. */
export class NotRegularFile extends Error {}

/**
 * Without O_NONBLOCK, opening a pipe waits for a writer. Without O_NOCTTY, opening a terminal can make it our controlling one.
 * Windows has neither flag.
 */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Opens a regular file for reading. It checks before opening, because opening a device can have effects, and again after. */
export async function openRegularFile(file: string): Promise<FileHandle> {
  if (!(await stat(file)).isFile()) throw new NotRegularFile(file);
  const handle = await open(file, flags);
  try {
    if ((await handle.stat()).isFile()) return handle;
    throw new NotRegularFile(file);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads a file of at most `maxBytes`. It is safe for a path that turns out to be a pipe, a device or an endless file. */
export async function readSmallFile(file: string, maxBytes: number): Promise<SmallFile> {
  try {
    const handle = await openRegularFile(file);
    try {
      const { size, mtimeMs: modifiedAt } = await handle.stat();
      if (size > maxBytes) return { what: 'too-big', modifiedAt };
      // Don't trust the size: a file may grow while it is read, and files in /proc report a size of 0.
      const buffer = Buffer.alloc(maxBytes + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length < buffer.length; length += read)
        read = (await handle.read(buffer, length, buffer.length - length, length)).bytesRead;
      return length > maxBytes ? { what: 'too-big', modifiedAt } : { what: 'bytes', bytes: buffer.subarray(0, length), modifiedAt };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return toFailure(error);
  }
}

/** Like `readSmallFile`, for callers that can't let other code run in between. */
export function readSmallFileSync(file: string, maxBytes: number): SmallFile {
  let descriptor: number | null = null;
  try {
    if (!statSync(file).isFile()) throw new NotRegularFile(file);
    descriptor = openSync(file, flags);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new NotRegularFile(file);
    const modifiedAt = stats.mtimeMs;
    if (stats.size > maxBytes) return { what: 'too-big', modifiedAt };
    const buffer = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read)
      read = readSync(descriptor, buffer, length, buffer.length - length, length);
    return length > maxBytes ? { what: 'too-big', modifiedAt } : { what: 'bytes', bytes: buffer.subarray(0, length), modifiedAt };
  } catch (error) {
    return toFailure(error);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

const toFailure = (error: unknown): SmallFile => {
  const code = codeOf(error);
  return code === 'ENOENT' ? { what: 'missing' } : { what: 'unreadable', code };
};
