import { access, constants, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../base/error-code';

const fileNames = ['tool.ts', 'tool.mjs'] as const;
const codeFile = /\.[cm]?[jt]s$/;
/** More code than any tool has. The rest is not watched. */
const mostFiles = 2_000;
const mostFolders = 100;

export type ToolFile = { readonly file: string; readonly problem: null } | { readonly file: null; readonly problem: string };

/** Finds the file of a tool in its folder, which may hold anything. */
export async function findToolFile(root: string, folder: string): Promise<ToolFile> {
  try {
    const real = await realpath(folder);
    if (real !== path.join(await realpath(root), path.basename(folder))) return refused(`The folder is a link to ${real}. Copy it here.`);
    const found: string[] = [];
    for (const name of fileNames) if (await exists(path.join(folder, name))) found.push(name);
    const [name] = found;
    if (name === undefined) return refused('There is no tool.ts or tool.mjs in the folder.');
    if (found.length > 1) return refused('There are both tool.ts and tool.mjs in the folder. Keep one of them.');
    return await checkFile(path.join(real, name));
  } catch (error) {
    return refused(`The folder can’t be read (${codeOf(error) ?? 'unknown error'}).`);
  }
}

async function checkFile(file: string): Promise<ToolFile> {
  const name = path.basename(file);
  try {
    const real = await realpath(file);
    if (path.dirname(real) !== path.dirname(file)) return refused(`${name} is a link to ${real}. Copy it here.`);
    if (!(await stat(real)).isFile()) return refused(`${name} is not a file.`);
    await access(real, constants.R_OK);
    return { file: real, problem: null };
  } catch (error) {
    return refused(`${name} can’t be read (${codeOf(error) ?? 'unknown error'}).`);
  }
}

const refused = (problem: string): ToolFile => ({ file: null, problem });

/** A broken link exists too: it should be named, not passed over. */
async function exists(file: string): Promise<boolean> {
  return (await readdir(path.dirname(file))).includes(path.basename(file));
}

/** Whether a file or folder with this name can matter: it is code, or its name has no ending, as those of most folders. */
export const mayBeCode = (name: string): boolean => codeFile.test(name) || !name.includes('.');

/** The folders with a tool's code, and a text that changes when the code does. */
export interface CodeTree {
  readonly folders: readonly string[];
  readonly fingerprint: string;
}

/** Data files don't count, because a tool may write some beside its code. Packages and hidden folders don't either. */
export async function readCodeTree(folder: string): Promise<CodeTree> {
  const folders = [folder];
  const files: string[] = [];
  // It grows while it is walked. A cycle is impossible, because links are not followed.
  for (const one of folders) {
    for (const entry of await readdir(one, { withFileTypes: true }).catch(() => [])) {
      const isCode = codeFile.test(entry.name) && (entry.isFile() || entry.isSymbolicLink());
      const isFolder = entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
      if (isCode && files.length < mostFiles) files.push(path.join(one, entry.name));
      if (isFolder && folders.length < mostFolders) folders.push(path.join(one, entry.name));
    }
  }
  return { folders, fingerprint: (await Promise.all(files.sort().map(fileFacts))).join('\n') };
}

async function fileFacts(file: string): Promise<string> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return [file, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return `${file} ${codeOf(error)}`;
  }
}
