import type { Dirent } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const mostSuggestions = 30;
const mostRecent = 6;
/** At most this many entries of a folder are read. */
const mostEntries = 50_000;
/** At most this many links are followed, because a broken one takes time. */
const mostLinks = 200;

/** Completes a path: recent folders that contain the text, then folders on disk that begin with it. */
export async function completeFolder(text: string, recent: readonly string[]): Promise<string[]> {
  const wanted = text.toLowerCase();
  const known = recent.filter((folder) => folder !== text && folder.toLowerCase().includes(wanted)).slice(0, mostRecent);
  const onDisk = text === '' ? [] : await foldersThatBegin(text);
  return [...new Set([...known, ...onDisk])].slice(0, mostSuggestions);
}

async function foldersThatBegin(text: string): Promise<string[]> {
  const expanded = text === '~' || text.startsWith('~/') ? path.join(os.homedir(), text.slice(1)) : text;
  if (!path.isAbsolute(expanded)) return [];
  const cut = expanded.lastIndexOf(path.sep) + 1;
  const parent = expanded.slice(0, cut);
  const beginning = expanded.slice(cut).toLowerCase();
  const found: string[] = [];
  const links: string[] = [];
  for await (const entry of entriesOf(parent)) {
    if (!entry.name.toLowerCase().startsWith(beginning)) continue;
    // Hidden folders are listed only if their beginning was typed with the dot.
    if (entry.name.startsWith('.') && !beginning.startsWith('.')) continue;
    if (entry.isDirectory()) found.push(entry.name);
    else if (entry.isSymbolicLink() && links.length < mostLinks) links.push(entry.name);
  }
  const linked = await Promise.all(links.map(async (name) => ((await isFolder(path.join(parent, name))) ? [name] : [])));
  return [...found, ...linked.flat()]
    .sort((a, b) => a.localeCompare(b))
    .slice(0, mostSuggestions)
    .map((name) => `${parent}${name}`)
    .filter((folder) => folder !== expanded);
}

/** The first entries of a folder; none if it is missing or can't be read. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    let left = mostEntries;
    for await (const entry of await opendir(folder, { bufferSize: 1_024 })) {
      yield entry;
      if (--left === 0) return;
    }
  } catch {
    // The folder is missing or can't be read. Entries that were found already count.
  }
}

async function isFolder(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory();
  } catch {
    return false;
  }
}
