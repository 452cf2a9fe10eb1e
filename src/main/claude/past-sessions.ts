import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { truncate } from '../../shared/truncate';
import { openRegularFile } from '../base/regular-file';
import { readMessage } from './wire/messages';

/** A conversation in the CLI's files, whether Signalbox or a terminal started it. */
export interface PastSession {
  /** The CLI's id, which resumes or forks it. */
  readonly cliSessionId: string;
  readonly file: string;
  readonly title: string;
  readonly firstPrompt: string | null;
  readonly startedAt: number | null;
  readonly lastUsedAt: number;
  readonly bytes: number;
  /** Null when the file is too big to be counted for a list. */
  readonly messages: number | null;
}

export interface PastSessionsOptions {
  /** The CLI's own folder: see `claudeFolder`. */
  readonly claudeFolder: string;
  /** How many, newest first. */
  readonly limit?: number;
}

/** Transcripts can be hundreds of megabytes, so the list is made from both ends of each. */
const endBytes = 128 * 1024;
/** How much is read when the first message has large pictures. */
const longHeadBytes = 4 * 1024 * 1024;
const longestSlug = 200;
const filesAtOnce = 16;
const longestTitle = 200;

/** Where the CLI keeps its files. */
export const claudeFolder = (env: Readonly<Record<string, string | undefined>>, home: string): string =>
  env.CLAUDE_CONFIG_DIR || path.join(home, '.claude');

/** Lists the CLI's past sessions in a folder, newest first. Unreadable files are left out. */
export async function listPastSessions(folder: string, { claudeFolder, limit = 200 }: PastSessionsOptions): Promise<PastSession[]> {
  const real = await realpath(folder).catch(() => path.resolve(folder));
  const files = (await Promise.all((await projectFolders(path.join(claudeFolder, 'projects'), real)).map(sessionFiles))).flat();
  files.sort((a, b) => b.lastUsedAt - a.lastUsedAt);
  const sessions: PastSession[] = [];
  for (let next = 0; next < files.length && sessions.length < limit; next += filesAtOnce) {
    const some = await Promise.all(files.slice(next, next + filesAtOnce).map((file) => describe(file, real).catch(() => null)));
    sessions.push(...some.filter((session) => session !== null));
  }
  return sessions.slice(0, limit);
}

/** Finds the transcript file of one conversation. Null when the CLI has none. */
export async function pastSessionFile(folder: string, cliSessionId: string, claudeFolder: string): Promise<string | null> {
  const folders = await projectFolders(path.join(claudeFolder, 'projects'), folder);
  const files = (await Promise.all(folders.map(sessionFiles))).flat();
  return files.find(({ file }) => path.basename(file, '.jsonl') === cliSessionId)?.file ?? null;
}

interface SessionFile {
  readonly file: string;
  readonly bytes: number;
  readonly lastUsedAt: number;
}

/** Finds the CLI's folders for the sessions of a project. Their name is its path with dashes; a long one is cut and gets a hash. */
async function projectFolders(projects: string, real: string): Promise<string[]> {
  const slug = real.replaceAll(/[^A-Za-z0-9]/g, '-');
  const names = await namesIn(projects);
  if (names.includes(slug)) return [path.join(projects, slug)];
  const start = slug.length > longestSlug ? slug.slice(0, longestSlug) : '';
  const found: string[] = [];
  for (const name of names.filter((name) => name.startsWith(start))) {
    if (await holdsSessionsOf(path.join(projects, name), real)) found.push(path.join(projects, name));
  }
  return found;
}

async function holdsSessionsOf(folder: string, real: string): Promise<boolean> {
  for (const { file, bytes } of (await sessionFiles(folder)).slice(0, 3)) {
    const { head } = await readEnds(file, bytes, endBytes).catch(() => ({ head: [] }));
    const first = head.find((line) => line.cwd);
    if (first) return first.cwd === real;
  }
  return false;
}

/** Takes only files whose name is a session's id. Other files there belong to subagents. */
async function sessionFiles(folder: string): Promise<SessionFile[]> {
  const names = (await namesIn(folder)).filter((name) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl$/i.test(name));
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const facts = await stat(file).catch(() => null);
      return facts?.isFile() ? [{ file, bytes: facts.size, lastUsedAt: facts.mtimeMs }] : [];
    }),
  );
  return files.flat();
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const maybeText = z.string().nullish().catch(null);
const ListedLine = z.looseObject({
  type: z.string(),
  cwd: maybeText,
  timestamp: maybeText,
  isSidechain: z.boolean().nullish().catch(null),
  customTitle: maybeText,
  aiTitle: maybeText,
  lastPrompt: maybeText,
});
type ListedLine = z.infer<typeof ListedLine>;

async function describe({ file, bytes, lastUsedAt }: SessionFile, real: string): Promise<PastSession | null> {
  let ends = await readEnds(file, bytes, endBytes);
  if (!ends.head.some(promptOf) && bytes > 2 * endBytes) ends = await readEnds(file, bytes, longHeadBytes);
  const { head, tail, whole } = ends;
  const lines = [...head, ...tail];
  const first = head.find((line) => line.type === 'user' && line.cwd);
  // Different paths can have the same name with dashes.
  if (first && first.cwd !== real) return null;
  const firstPrompt = head.map(promptOf).find((prompt) => prompt !== null) ?? null;
  const last = (field: 'customTitle' | 'aiTitle' | 'lastPrompt') => lines.findLast((line) => line[field])?.[field];
  const title = last('customTitle') ?? last('aiTitle') ?? last('lastPrompt') ?? firstPrompt;
  if (!title) return null;
  const startedAt = Date.parse(first?.timestamp ?? '');
  return {
    cliSessionId: path.basename(file, '.jsonl'),
    file,
    title: oneLine(title),
    firstPrompt: firstPrompt && oneLine(firstPrompt),
    startedAt: Number.isNaN(startedAt) ? null : startedAt,
    lastUsedAt,
    bytes,
    messages: whole ? countMessages(lines) : null,
  };
}

const oneLine = (text: string): string => truncate(text.replaceAll(/\s+/g, ' ').trim(), longestTitle);

/** The words a person typed; null for a command. */
function promptOf(line: ListedLine): string | null {
  if (line.type !== 'user' || line.isSidechain || line.isCompactSummary === true) return null;
  const event = readMessage(line);
  return event?.kind === 'user-message' && event.text.what === 'person' ? event.text.text : null;
}

/** Counts prompts and answers. An answer is several lines with the same id. */
function countMessages(lines: readonly ListedLine[]): number {
  const ids = lines.map((line) => z.looseObject({ message: z.looseObject({ id: z.string() }) }).safeParse(line).data?.message.id);
  return new Set(ids.filter((id) => id !== undefined)).size + lines.filter((line) => promptOf(line) !== null).length;
}

interface Ends {
  readonly head: ListedLine[];
  readonly tail: ListedLine[];
  readonly whole: boolean;
}

/** Reads the complete lines at both ends of a file. */
async function readEnds(file: string, bytes: number, headBytes: number): Promise<Ends> {
  const handle = await openRegularFile(file);
  try {
    const read = async (start: number, length: number) => {
      const buffer = Buffer.alloc(length);
      const { bytesRead } = await handle.read(buffer, 0, length, start);
      return buffer.toString('utf8', 0, bytesRead).split('\n');
    };
    if (bytes <= headBytes + endBytes) return { head: (await read(0, bytes)).flatMap(parseLine), tail: [], whole: true };
    const head = (await read(0, headBytes)).slice(0, -1);
    const tail = (await read(bytes - endBytes, endBytes)).slice(1);
    return { head: head.flatMap(parseLine), tail: tail.flatMap(parseLine), whole: false };
  } finally {
    await handle.close();
  }
}

function parseLine(text: string): ListedLine[] {
  try {
    return [ListedLine.parse(JSON.parse(text))];
  } catch {
    return [];
  }
}
