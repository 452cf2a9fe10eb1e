import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../shared/errors';

/** The real path of a file that a server names by its address. Throws unless it exists inside the folder. */
export async function fileInFolder(folder: string, address: string): Promise<string> {
  const named = localPath(address);
  // Looking at a file on another machine would tell that machine so.
  if (named === null) throw new AppError('link-refused', 'Only files on this computer are shown.');
  const [file, real] = await Promise.all([realPlace(named), realPlace(folder)]);
  const inside = path.relative(real, file);
  if (inside === '..' || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside))
    throw new AppError('link-refused', 'Only files in the session’s folder are shown.');
  return file;
}

function localPath(address: string): string | null {
  const url = URL.parse(address);
  if (url?.protocol !== 'file:' || url.host !== '') return null;
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

async function realPlace(named: string): Promise<string> {
  try {
    return await realpath(named);
  } catch {
    throw new AppError('not-found', 'This file does not exist.');
  }
}
