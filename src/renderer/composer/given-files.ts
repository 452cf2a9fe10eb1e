import { pathInFolder } from '../../shared/path-in-folder';
import type { MessageImage } from '../../shared/session';
import { host } from '../base/host';
import { isPicture, storeImages } from './images';
import { mentionOf } from './message-token';

export interface GivenFiles {
  readonly images: readonly MessageImage[];
  /** Files that are no pictures, as the message mentions them. */
  readonly mentions: readonly string[];
  /** What was left out and why, for the person. */
  readonly problem: string | null;
}

/** What pasted or dropped files become: pictures are attached, any other file is mentioned by its path. */
export async function takeFiles(files: readonly File[], folder: string, already: number): Promise<GivenFiles> {
  const others = files.filter((file) => !isPicture(file));
  const paths = others.map((file) => host.pathOf(file));
  const nowhere = others.find((_file, at) => paths[at] === '');
  const stored = await storeImages(files.filter(isPicture), already);
  return {
    images: stored.images,
    mentions: paths.filter((path) => path !== '').map((path) => mentionOf(pathInFolder(path, folder))),
    problem: nowhere ? `${nowhere.name || 'This'} is neither a picture nor a file on this computer.` : stored.problem,
  };
}
