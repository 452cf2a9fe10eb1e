import { AppError } from '../../shared/errors';
import { imageChunkBytes, maxImageBytes, maxImagesPerMessage } from '../../shared/limits';
import { pathInFolder } from '../../shared/path-in-folder';
import type { MessageImage } from '../../shared/session';
import { host } from '../base/host';
import { mentionOf } from './message-token';

const mediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
const mediaTypeOf = (file: File) => mediaTypes.find((type) => type === file.type);

/** Whether a message can carry this file as a picture. */
export const isPicture = (file: File): boolean => mediaTypeOf(file) !== undefined;

/** The bytes of the pictures that this page attached, so that it need not fetch them. */
const attached = new WeakMap<MessageImage, Blob>();

export interface StoredImages {
  readonly images: readonly MessageImage[];
  /** Which file was left out and why, in words for the person. */
  readonly problem: string | null;
}

/** Stores the pictures among pasted or dropped files in the main process, up to the limit of a message. */
export async function storeImages(files: readonly File[], already: number): Promise<StoredImages> {
  const images: MessageImage[] = [];
  let problem: string | null = null;
  for (const file of files) {
    const mediaType = mediaTypeOf(file);
    if (!mediaType) continue;
    if (already + images.length >= maxImagesPerMessage) problem = `A message takes ${maxImagesPerMessage} pictures at most.`;
    else if (file.size > maxImageBytes) problem = `${file.name || 'This picture'} is too big: 15 MB is the most.`;
    else {
      try {
        images.push(await storeImage(file, mediaType));
      } catch (error) {
        // On a full disk, for example. The other pictures and the text stay.
        if (!(error instanceof AppError)) throw error;
        problem = error.message;
      }
    }
  }
  return { images, problem };
}

/** Returns the bytes of a stored picture. Rejects if main no longer has it. */
export async function loadImage(image: MessageImage): Promise<Blob> {
  const known = attached.get(image);
  if (known) return known;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; ; ) {
    const { bytes, total } = await host.request('pictures.read', { hash: image.hash, from });
    parts.push(bytes);
    from += bytes.length;
    if (from >= total || bytes.length === 0) return new Blob(parts, { type: image.mediaType });
  }
}

async function storeImage(file: File, mediaType: MessageImage['mediaType']): Promise<MessageImage> {
  const upload = crypto.randomUUID();
  for (let from = 0; ; from += imageChunkBytes) {
    const end = from + imageChunkBytes;
    const bytes = new Uint8Array(await file.slice(from, end).arrayBuffer());
    const stored = await host.request('pictures.addChunk', { upload, mediaType, from, bytes, last: end >= file.size });
    if (!stored) continue;
    attached.set(stored, file);
    return stored;
  }
}

interface Attachments {
  readonly images: readonly MessageImage[];
  /** Mentions of the files that are not pictures. */
  readonly mentions: readonly string[];
  /** Which file was left out and why, in words for the person. */
  readonly problem: string | null;
}

/** Reads pasted or dropped files: pictures are attached, other files are mentioned by path. */
export async function readAttachments(files: readonly File[], folder: string, already: number): Promise<Attachments> {
  const others = files.filter((file) => !isPicture(file));
  const paths = others.map((file) => host.pathOf(file));
  const notOnDisk = others.find((_file, at) => paths[at] === '');
  const stored = await storeImages(files.filter(isPicture), already);
  return {
    images: stored.images,
    mentions: paths.filter((path) => path !== '').map((path) => mentionOf(pathInFolder(path, folder))),
    problem: notOnDisk ? `${notOnDisk.name || 'This'} is neither a picture nor a file on this computer.` : stored.problem,
  };
}
