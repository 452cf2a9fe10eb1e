import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { imageChunkBytes, maxImageBytes } from '../../shared/limits';
import type { MessageImage } from '../../shared/session';
import { Log } from '../base/log';
import { PictureStore } from './picture-store';

let box: string;
beforeEach(() => {
  box = mkdtempSync(path.join(os.tmpdir(), 'signalbox-pictures-'));
});
afterEach(() => rmSync(box, { recursive: true, force: true }));

const open = (userData = box) => new PictureStore(userData, new Log({ folder: '/dev/null/logs' }));
const files = () => readdirSync(path.join(box, 'pictures')).sort();
const fileOf = ({ hash }: MessageImage) => path.join(box, 'pictures', hash);

let uploads = 0;
/** Sends a picture as the window does. */
async function upload(store: PictureStore, bytes: Buffer): Promise<MessageImage> {
  uploads++;
  for (let from = 0; ; from += imageChunkBytes) {
    const last = from + imageChunkBytes >= bytes.length;
    const chunk = bytes.subarray(from, from + imageChunkBytes);
    const stored = await store.addChunk({ upload: `upload-${uploads}`, mediaType: 'image/png', from, bytes: new Uint8Array(chunk), last });
    if (last) {
      assert(stored);
      return stored;
    }
  }
}

it('keeps a picture of several chunks under its hash, where only its owner can read it', async () => {
  const bytes = randomBytes(imageChunkBytes * 2 + 5);
  const image = await upload(open(), bytes);
  expect(image).toEqual({ mediaType: 'image/png', hash: createHash('sha256').update(bytes).digest('hex') });
  expect(readFileSync(fileOf(image)).equals(bytes)).toBe(true);
  expect(await open().toBase64(image)).toBe(bytes.toString('base64'));
  expect([statSync(fileOf(image)).mode & 0o777, statSync(path.dirname(fileOf(image))).mode & 0o777]).toEqual([0o600, 0o700]);
});

it('gives a picture to the window chunk by chunk', async () => {
  const bytes = randomBytes(imageChunkBytes + 5);
  const store = open();
  const { hash } = await upload(store, bytes);
  const first = await store.readChunk(hash, 0);
  const second = await store.readChunk(hash, first.bytes.length);
  expect([first.total, Buffer.concat([first.bytes, second.bytes]).equals(bytes)]).toEqual([bytes.length, true]);
});

it('writes the same picture once, also when it arrives several times at once', async () => {
  const store = open();
  const bytes = randomBytes(1_000);
  const image = await upload(store, bytes);
  const { ino } = statSync(fileOf(image));
  const others = await Promise.all([upload(store, bytes), upload(store, bytes), store.add({ ...image, data: bytes.toString('base64') })]);
  expect(others).toEqual([image, image, image]);
  expect([files(), statSync(fileOf(image)).ino]).toEqual([[image.hash], ino]);
});

it('refuses what is no whole picture, and keeps nothing of it', async () => {
  const store = open();
  const chunk = { upload: 'one', mediaType: 'image/png' as const, bytes: new Uint8Array(10) };
  await store.addChunk({ ...chunk, from: 0, last: false });
  await expect(store.addChunk({ ...chunk, from: 20, last: true })).rejects.toMatchObject({ code: 'bad-request' });
  await expect(store.addChunk({ ...chunk, upload: 'two', from: 10, last: true })).rejects.toMatchObject({ code: 'bad-request' });
  await expect(upload(store, Buffer.alloc(maxImageBytes + 1))).rejects.toMatchObject({ code: 'bad-request' });
  await store.close();
  expect(readdirSync(box)).toEqual([]);
});

it('says that a picture is missing or damaged, and mends it when it is attached again', async () => {
  const store = open();
  const bytes = randomBytes(1_000);
  const image = await upload(store, bytes);
  writeFileSync(fileOf(image), Buffer.alloc(1_000));
  await expect(store.toBase64(image)).rejects.toMatchObject({ code: 'picture-lost', message: expect.stringContaining('damaged') });
  rmSync(fileOf(image));
  await expect(store.toBase64(image)).rejects.toMatchObject({ code: 'picture-lost', message: expect.stringContaining('missing') });
  await expect(store.readChunk(image.hash, 0)).rejects.toMatchObject({ code: 'picture-lost' });
  writeFileSync(fileOf(image), Buffer.alloc(1_000));
  await upload(store, bytes);
  expect(await store.toBase64(image)).toBe(bytes.toString('base64'));
});

it('holds pictures in memory where nothing can be written', async () => {
  const store = open('/dev/null/nowhere');
  const bytes = randomBytes(1_000);
  const image = await upload(store, bytes);
  const moved = store.addNow({ mediaType: 'image/gif', data: 'aGk=' });
  expect([await store.toBase64(image), await store.toBase64(moved)]).toEqual([bytes.toString('base64'), 'aGk=']);
  expect(await store.readChunk(image.hash, 0)).toEqual({ bytes, total: 1_000 });
  await store.close();
});

// Filling a disk needs a small file system, and mounting one needs root.
it.runIf(process.getuid?.() === 0)('says that the disk is full, with the code, and leaves nothing behind', async () => {
  const small = path.join(box, 'small');
  mkdirSync(small);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', small]);
  try {
    const store = open(small);
    const kept = await upload(store, randomBytes(50_000));
    await expect(upload(store, randomBytes(500_000))).rejects.toMatchObject({
      code: 'picture-not-stored',
      message: 'The picture was not attached, because the disk is full (ENOSPC).',
    });
    expect(readdirSync(path.join(small, 'pictures'))).toEqual([kept.hash]);
    // One of an earlier version has nowhere else to be.
    const data = randomBytes(500_000).toString('base64');
    const moved = store.addNow({ mediaType: 'image/png', data });
    expect(await store.toBase64(moved)).toBe(data);
    expect(readdirSync(path.join(small, 'pictures'))).toEqual([kept.hash]);
    await store.close();
  } finally {
    execFileSync('umount', [small]);
  }
});

describe('sweeping', () => {
  const nothing = () => new Set<string>();

  it('deletes at the start what nothing refers to, and what a crash left half written', async () => {
    const before = open();
    const kept = await upload(before, randomBytes(100));
    await upload(before, randomBytes(100));
    writeFileSync(path.join(box, 'pictures', `${'a'.repeat(64)}.tmp`), 'half');
    await open().sweep(() => new Set([kept.hash]));
    expect(files()).toEqual([kept.hash]);
  });

  it('deletes nothing while the references are not known', async () => {
    const { hash } = await upload(open(), randomBytes(100));
    await open().sweep(() => null);
    expect(files()).toEqual([hash]);
  });

  it('keeps a picture that is on its way between composer and queue, and deletes it once nobody used it for an interval', async () => {
    const { hash } = await upload(open(), randomBytes(100));
    const store = open();
    await store.readChunk(hash, 0);
    await store.sweep(nothing);
    expect(files()).toEqual([hash]);
    // Referred to again meanwhile.
    await store.sweep(() => new Set([hash]));
    await store.sweep(nothing);
    expect(files()).toEqual([hash]);
    await store.sweep(nothing);
    expect(files()).toEqual([]);
  });

  it('never deletes a picture that is attached again at the same time', async () => {
    const bytes = randomBytes(5_000);
    const store = open();
    await store.sweep(nothing);
    for (let round = 0; round < 20; round++) {
      const [{ hash }] = await Promise.all([upload(store, bytes), store.sweep(nothing)]);
      expect(files()).toEqual([hash]);
      await store.sweep(nothing);
      await store.sweep(nothing);
      expect(files()).toEqual([]);
    }
  });
});
