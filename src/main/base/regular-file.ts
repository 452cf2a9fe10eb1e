import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { codeOf } from './error-code';

/** What was found at a path where somebody else may have put anything. */
export type SmallFile =
  | { readonly what: 'bytes'; readonly bytes: Buffer; readonly modifiedAt: number }
  | { readonly what: 'too-big'; readonly modifiedAt: number }
  | { readonly what: 'missing' }
  /** No regular file, or one that the system does not let us read. `code` is the system's, where it gave one. */
  | { readonly what: 'unreadable'; readonly code: string | null };

/** A pipe, a device or a folder is where a file was expected. */
export class NotRegularFile extends Error {}

/** A pipe would keep us waiting for its writer, and a terminal could become ours. Windows knows neither flag. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Opens a regular file for reading. A device is not even opened; whatever took the file's place since then is not read. */
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

/** Reads a file of at most `mostBytes`, whatever stands at its path: a pipe, a device, a file without end. */
export async function readSmallFile(file: string, mostBytes: number): Promise<SmallFile> {
  try {
    const handle = await openRegularFile(file);
    try {
      const { size, mtimeMs: modifiedAt } = await handle.stat();
      if (size > mostBytes) return { what: 'too-big', modifiedAt };
      // A file may grow while it is read, and those of the kernel claim to be empty.
      const buffer = Buffer.alloc(mostBytes + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length < buffer.length; length += read)
        read = (await handle.read(buffer, length, buffer.length - length, length)).bytesRead;
      return length > mostBytes ? { what: 'too-big', modifiedAt } : { what: 'bytes', bytes: buffer.subarray(0, length), modifiedAt };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return failureOf(error);
  }
}

/** The same, for code that must not let anything happen in between. */
export function readSmallFileSync(file: string, mostBytes: number): SmallFile {
  let descriptor: number | null = null;
  try {
    if (!statSync(file).isFile()) throw new NotRegularFile(file);
    descriptor = openSync(file, flags);
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) throw new NotRegularFile(file);
    const modifiedAt = facts.mtimeMs;
    if (facts.size > mostBytes) return { what: 'too-big', modifiedAt };
    const buffer = Buffer.alloc(mostBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read)
      read = readSync(descriptor, buffer, length, buffer.length - length, length);
    return length > mostBytes ? { what: 'too-big', modifiedAt } : { what: 'bytes', bytes: buffer.subarray(0, length), modifiedAt };
  } catch (error) {
    return failureOf(error);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

const failureOf = (error: unknown): SmallFile => {
  const code = codeOf(error);
  return code === 'ENOENT' ? { what: 'missing' } : { what: 'unreadable', code };
};
