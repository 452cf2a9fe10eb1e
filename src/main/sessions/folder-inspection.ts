import { readdir, realpath, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FolderLook } from '../../shared/session';
import { readSmallFile } from '../base/regular-file';
import { describeMcpServers, describeSettings, listNames } from './folder-settings';

/** More than any settings file has. */
const mostBytes = 1_000_000;

/** Reads what a folder's own files would run or allow, for the trust question. */
export async function inspectFolder(folder: string, trusted: readonly string[]): Promise<Omit<FolderLook, 'repository'>> {
  const real = await realFolder(folder);
  if (real === null) return { real, trusted: false, wouldRun: [] };
  return { real, trusted: isTrusted(trusted, real), wouldRun: await whatWouldRun(real) };
}

/** Trust covers a folder and everything below it; both sides are real paths. */
export function isTrusted(trusted: readonly string[], realFolder: string): boolean {
  return trusted.some((root) => {
    const relative = path.relative(root, realFolder);
    return relative === '' || (relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative));
  });
}

/** The folder with symbolic links resolved, or null when it is not a folder. */
export async function realFolder(folder: string): Promise<string | null> {
  const expanded = folder === '~' || folder.startsWith('~/') ? path.join(os.homedir(), folder.slice(1)) : folder;
  if (!path.isAbsolute(expanded)) return null;
  try {
    const real = await realpath(expanded);
    return (await stat(real)).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

const settingsFiles = [
  ['.claude/settings.json', describeSettings],
  ['.claude/settings.local.json', describeSettings],
  ['.mcp.json', describeMcpServers],
] as const;

/** Folders below `.claude` whose files can bring hooks and permissions of their own. */
const loaded = ['agents', 'commands', 'plugins', 'skills', 'workflows'];

async function whatWouldRun(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const [name, describe] of settingsFiles) {
    const read = await readJson(path.join(folder, name));
    // Claude Code may accept a file that we can't read.
    if (read.what === 'failed') found.push(`${name} can’t be checked: ${read.why}`);
    else found.push(...describe(name, read.json));
  }
  const filled = await Promise.all(loaded.map((name) => hasEntries(path.join(folder, '.claude', name))));
  const names = loaded.filter((_name, index) => filled[index]);
  if (names.length > 0) found.push(`Files that Claude Code loads from .claude: ${listNames(names)}`);
  const tools = await readdir(path.join(folder, '.signalbox/tools')).catch(() => []);
  if (tools.length > 0) found.push(`Tools of the folder, which Signalbox runs: ${listNames(tools.sort())}`);
  return found;
}

const hasEntries = async (folder: string): Promise<boolean> => (await readdir(folder).catch(() => [])).length > 0;

type ReadJson = { readonly what: 'json'; readonly json: unknown } | { readonly what: 'failed'; readonly why: string };

async function readJson(file: string): Promise<ReadJson> {
  const read = await readSmallFile(file, mostBytes);
  if (read.what === 'missing' || (read.what === 'unreadable' && read.code === 'ENOTDIR')) return { what: 'json', json: null };
  if (read.what === 'too-big') return { what: 'failed', why: 'it is very big' };
  if (read.what === 'unreadable') return { what: 'failed', why: read.code === null ? 'it is not a file' : 'it can’t be read' };
  const text = read.bytes.toString('utf8');
  if (text.trim() === '') return { what: 'json', json: null };
  try {
    return { what: 'json', json: JSON.parse(text) };
  } catch {
    return { what: 'failed', why: 'it is not valid JSON' };
  }
}
