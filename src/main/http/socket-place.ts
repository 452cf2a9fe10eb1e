import { createHash } from 'node:crypto';
import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { AppError } from '../../shared/errors';
import { type PlaceOptions, pointerFileIn, socketFileIn } from '../../shared/socket-file';

type Options = PlaceOptions & { readonly env: Readonly<Record<string, string | undefined>> };

/**
 * Where the socket of an instance goes: into its own folder, or into a private folder with a short path if the system can't use a path
 * that long. The command then finds it by a file in the instance's folder.
 */
export async function chooseSocketPlace({ userData, platform, env }: Options): Promise<string> {
  const usual = socketFileIn({ userData, platform });
  if (usual !== null) {
    await rm(pointerFileIn(userData), { force: true });
    return usual;
  }
  const folder = await privateFolder(env.XDG_RUNTIME_DIR);
  const name = createHash('sha256').update(userData).digest('hex').slice(0, 16);
  const place = path.join(folder, `signalbox-${name}.sock`);
  await writeFile(pointerFileIn(userData), `${place}\n`, { mode: 0o600 });
  return place;
}

/** A folder of the user that nobody else can look into. The system makes one at login; elsewhere we make one. */
async function privateFolder(runtime: string | undefined): Promise<string> {
  if (runtime !== undefined && (await isPrivate(runtime))) return runtime;
  const made = path.join(os.tmpdir(), `signalbox-${process.getuid?.() ?? 0}`);
  await mkdir(made, { mode: 0o700 }).catch(() => undefined);
  if (await isPrivate(made)) return made;
  throw new AppError('forbidden', `${made} belongs to somebody else, or others can use it.`);
}

async function isPrivate(folder: string): Promise<boolean> {
  const facts = await lstat(folder).catch(() => null);
  return facts?.isDirectory() === true && facts.uid === process.getuid?.() && (facts.mode & 0o077) === 0;
}
