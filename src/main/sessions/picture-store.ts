import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { AppError } from '../../shared/errors';
import { imageChunkBytes, maxImageBytes } from '../../shared/limits';
import type { MessageImage, PictureChunk } from '../../shared/session';
import { codeOf } from '../base/error-code';
import type { Log } from '../base/log';
import type { InlineImage } from './stored-session';

/** The window uploads one picture at a time. More than a few are uploads that a reloaded page left behind. */
const mostUploads = 4;
const retryMs = 5_000;
const sweepMs = 10 * 60_000;
const pictureName = /^[0-9a-f]{64}$/;

/** The codes of a folder that can't be written. The app runs in memory there, and so do its pictures. */
const readOnlyCodes: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOTDIR']);

interface Upload {
  readonly chunks: Uint8Array[];
  readonly hash: Hash;
  size: number;
}

/** The hashes that something on disk refers to, or null while that is not known. */
export type References = () => ReadonlySet<string> | null;

/**
 * The pictures of messages and drafts: one file each in `pictures/`, named by the SHA-256 of its bytes. Messages and drafts refer to
 * them by that hash. A picture is on disk before anyone can refer to it, and is deleted only after the last reference is gone.
 */
export class PictureStore {
  readonly #folder: string;
  readonly #log: Log;
  readonly #uploads = new Map<string, Upload>();
  /** Pictures that the disk did not take. */
  readonly #unwritten = new Map<string, Buffer<ArrayBuffer>>();
  /** Used since the last sweep. The window or a delivery may hold them although nothing on disk refers to them. */
  readonly #used = new Set<string>();
  /** Unreferenced at the last sweep; null before the first. */
  #unreferenced: ReadonlySet<string> | null = null;
  /** Writes and sweeps take turns, or a sweep could delete a file that a write has just found. Never rejects. */
  #turn: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | null = null;
  #sweeps: NodeJS.Timeout | null = null;

  constructor(userData: string, log: Log) {
    this.#folder = path.join(userData, 'pictures');
    this.#log = log;
  }

  /** Takes one chunk of a picture. Returns the picture after its last chunk, when it is on disk, and null before. */
  async addChunk({ upload: id, mediaType, from, bytes, last }: PictureChunk): Promise<MessageImage | null> {
    const upload = from === 0 ? this.#beginUpload(id) : this.#uploads.get(id);
    if (!upload || upload.size !== from) throw new AppError('bad-request', 'The picture arrived incomplete. Attach it again.');
    upload.chunks.push(bytes);
    upload.hash.update(bytes);
    upload.size += bytes.length;
    if (upload.size > maxImageBytes) {
      this.#uploads.delete(id);
      throw new AppError('bad-request', 'This picture is too big.');
    }
    if (!last) return null;
    this.#uploads.delete(id);
    const hash = upload.hash.digest('hex');
    await this.#write(hash, upload.chunks);
    return { mediaType, hash };
  }

  /** Stores a whole picture. Rejects if the disk does not take it. */
  async add({ mediaType, data }: InlineImage): Promise<MessageImage> {
    const bytes = Buffer.from(data, 'base64');
    const hash = await hashOf(bytes);
    await this.#write(hash, [bytes]);
    return { mediaType, hash };
  }

  /**
   * Stores a picture that an earlier version kept inside sessions.json. It blocks, because the file is read and rewritten in one
   * step, and happens once. Where the disk does not take it, memory holds it and the write is retried.
   */
  addNow({ mediaType, data }: InlineImage): MessageImage {
    const bytes = Buffer.from(data, 'base64');
    const hash = createHash('sha256').update(bytes).digest('hex');
    try {
      writeNow(this.#folder, hash, bytes);
    } catch (error) {
      this.#log.warn('a picture could not be written', { code: codeOf(error) });
      this.#holdUnwritten(hash, bytes);
    }
    return { mediaType, hash };
  }

  /** Returns a picture as base64, in steps that leave main free in between. Rejects if it is missing or damaged. */
  async toBase64({ hash }: MessageImage): Promise<string> {
    this.#used.add(hash);
    const bytes = this.#unwritten.get(hash) ?? (await this.#readWhole(hash));
    if ((await hashOf(bytes)) !== hash) throw new AppError('picture-lost', 'A picture of this message is damaged on the disk.');
    const parts: string[] = [];
    for (const chunk of chunksOf(bytes)) {
      parts.push(chunk.toString('base64'));
      await nextTick();
    }
    return parts.join('');
  }

  /** Returns a part of a picture for the window to show, with the size of the whole. */
  async readChunk(hash: string, from: number): Promise<{ bytes: Uint8Array<ArrayBuffer>; total: number }> {
    this.#used.add(hash);
    const unwritten = this.#unwritten.get(hash);
    if (unwritten) return { bytes: unwritten.subarray(from, from + imageChunkBytes), total: unwritten.length };
    try {
      const file = await open(path.join(this.#folder, hash));
      try {
        const { size } = await file.stat();
        const bytes = Buffer.alloc(Math.max(0, Math.min(imageChunkBytes, size - from)));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
        return { bytes: bytes.subarray(0, bytesRead), total: size };
      } finally {
        await file.close();
      }
    } catch (error) {
      throw lost(error);
    }
  }

  /** Deletes what nothing refers to: now, when nobody has anything in hand yet, and again from time to time. */
  startSweeping(references: References): void {
    void this.sweep(references);
    this.#sweeps ??= setInterval(() => void this.sweep(references), sweepMs).unref();
  }

  /**
   * Deletes unreferenced pictures. After the first sweep a picture must be unreferenced and unused for a whole interval: a message on
   * its way from the composer to the queue is in neither of them for a moment.
   */
  sweep(references: References): Promise<void> {
    return this.#takeTurn(async () => {
      const names = await readdir(this.#folder).catch((): string[] => []);
      const referenced = references();
      if (!referenced) return;
      const unreferenced = names.filter((name) => pictureName.test(name) && !referenced.has(name));
      const deleted = unreferenced.filter((name) => !this.#used.has(name) && (this.#unreferenced?.has(name) ?? true));
      this.#unreferenced = new Set(unreferenced);
      this.#used.clear();
      const temporary = names.filter((name) => name.endsWith('.tmp'));
      for (const name of [...deleted, ...temporary]) await rm(path.join(this.#folder, name), { force: true });
    }).catch((error: unknown) => this.#log.warn('unused pictures could not be deleted', { error }));
  }

  async close(): Promise<void> {
    if (this.#sweeps) clearInterval(this.#sweeps);
    if (this.#retry) clearTimeout(this.#retry);
    await this.#turn;
  }

  #beginUpload(id: string): Upload {
    const [oldest] = this.#uploads.keys();
    if (oldest !== undefined && this.#uploads.size >= mostUploads) this.#uploads.delete(oldest);
    const upload: Upload = { chunks: [], hash: createHash('sha256'), size: 0 };
    this.#uploads.set(id, upload);
    return upload;
  }

  async #write(hash: string, chunks: readonly Uint8Array[]): Promise<void> {
    this.#used.add(hash);
    try {
      await this.#takeTurn(async () => {
        if (!(await this.#isIntact(hash))) await this.#writeFile(hash, chunks);
      });
    } catch (error) {
      const code = codeOf(error) ?? 'unknown error';
      this.#log.warn('a picture could not be written', { code });
      if (!readOnlyCodes.has(code)) throw new AppError('picture-not-stored', notStored(code));
      this.#holdUnwritten(hash, Buffer.concat(chunks));
    }
  }

  /** An earlier picture with the same bytes is not written again, unless its file was damaged. */
  async #isIntact(hash: string): Promise<boolean> {
    if (this.#unwritten.has(hash)) return true;
    try {
      return (await hashOf(await readFile(path.join(this.#folder, hash)))) === hash;
    } catch {
      // Missing or unreadable: writing it is the only remedy.
      return false;
    }
  }

  async #writeFile(hash: string, chunks: readonly Uint8Array[]): Promise<void> {
    const temporary = path.join(this.#folder, `${hash}.tmp`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      const file = await open(temporary, 'w', 0o600);
      try {
        for (const chunk of chunks) await file.writeFile(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path.join(this.#folder, hash));
      await syncFolder(this.#folder);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  #holdUnwritten(hash: string, bytes: Buffer<ArrayBuffer>): void {
    this.#unwritten.set(hash, bytes);
    this.#retry ??= setTimeout(() => void this.#retryUnwritten(), retryMs).unref();
  }

  async #retryUnwritten(): Promise<void> {
    this.#retry = null;
    for (const [hash, bytes] of this.#unwritten) {
      try {
        await this.#takeTurn(() => this.#writeFile(hash, [bytes]));
        this.#unwritten.delete(hash);
      } catch {
        this.#holdUnwritten(hash, bytes);
        return;
      }
    }
  }

  async #readWhole(hash: string): Promise<Buffer> {
    try {
      return await readFile(path.join(this.#folder, hash));
    } catch (error) {
      throw lost(error);
    }
  }

  #takeTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += imageChunkBytes) yield bytes.subarray(from, from + imageChunkBytes);
}

/** Hashes in steps that leave main free in between. */
async function hashOf(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (const chunk of chunksOf(bytes)) {
    hash.update(chunk);
    await nextTick();
  }
  return hash.digest('hex');
}

function writeNow(folder: string, hash: string, bytes: Buffer): void {
  const temporary = path.join(folder, `${hash}.tmp`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const file = openSync(temporary, 'w', 0o600);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path.join(folder, hash));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Without this a power cut could lose the name of a file that is on disk. Not every system can do it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const notStored = (code: string): string =>
  code === 'ENOSPC' || code === 'EDQUOT'
    ? `The picture was not attached, because the disk is full (${code}).`
    : `The picture was not attached, because it could not be saved (${code}).`;

function lost(error: unknown): AppError {
  const code = codeOf(error) ?? 'unknown error';
  const text =
    code === 'ENOENT' ? 'A picture of this message is missing from the disk.' : `A picture of this message can’t be read (${code}).`;
  return new AppError('picture-lost', text);
}
