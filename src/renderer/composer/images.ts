import { maxImageDataLength, maxImagesPerMessage } from '../../shared/limits';
import type { MessageImage } from '../../shared/session';

const mediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
const mediaTypeOf = (file: File) => mediaTypes.find((type) => type === file.type);

/** A kind of picture that a message can carry. */
export const isPicture = (file: File): boolean => mediaTypeOf(file) !== undefined;

export interface ReadImages {
  readonly images: readonly MessageImage[];
  /** What was left out and why, for the person. */
  readonly problem: string | null;
}

/** The pictures among pasted or dropped files, as many as a message may still take. */
export async function readImages(files: readonly File[], already: number): Promise<ReadImages> {
  const images: MessageImage[] = [];
  let problem: string | null = null;
  for (const file of files) {
    const mediaType = mediaTypeOf(file);
    if (!mediaType) continue;
    if (already + images.length >= maxImagesPerMessage) problem = `A message takes ${maxImagesPerMessage} pictures at most.`;
    else {
      const data = await base64Of(file);
      if (data.length > maxImageDataLength) problem = `${file.name || 'This picture'} is too big: 15 MB is the most.`;
      else images.push({ mediaType, data });
    }
  }
  return { images, problem };
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',', 2)[1] ?? '');
    reader.onerror = () => reject(reader.error ?? new Error('The file can’t be read.'));
    reader.readAsDataURL(file);
  });
