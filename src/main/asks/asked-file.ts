import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { AskedFile } from '../../shared/asked-file';
import { editTools } from '../../shared/file-tools';
import type { TranscriptItem } from '../../shared/transcript';
import { codeOf } from '../base/error-code';
import { textOf } from './call';

/** More than anyone reviews in a dialog. */
const mostBytes = 1_000_000;
/** A tool that was allowed writes a moment later. */
const writingMs = 2_000;

/** The file that a call would write; null for a call of another kind. */
export function writtenPath(tool: string, input: Readonly<Record<string, unknown>>, cwd: string): string | null {
  const named = editTools.has(tool) ? textOf(input, 'file_path', 'notebook_path') : null;
  return named === null ? null : path.resolve(cwd, named);
}

/** The file as it is now. `items` are the session's, in order. */
export async function readAskedFile(file: string, items: readonly TranscriptItem[], cwd: string): Promise<AskedFile> {
  const { now, modifiedAt } = await readNow(file);
  const seenAt = lastSeenAt(items, file, cwd);
  return { path: file, now, changedSinceRead: seenAt === null || modifiedAt === null ? null : modifiedAt > seenAt };
}

/**
 * Until when Claude is known to have seen a file. A call's own time is when Claude asked for it, and the file may have been
 * read or written much later: whatever was said next was said after that.
 */
export function lastSeenAt(items: readonly TranscriptItem[], file: string, cwd: string): number | null {
  const at = items.findLastIndex(
    (item) => item.kind === 'tool' && item.status === 'ok' && seenPath(item.name, item.changed ?? item.input, cwd) === file,
  );
  const item = items[at];
  if (item?.kind !== 'tool') return null;
  const decidedAt = item.decision ? item.decision.at + writingMs : 0;
  return Math.max(item.at, items[at + 1]?.at ?? Number.POSITIVE_INFINITY, decidedAt);
}

function seenPath(tool: string, input: Readonly<Record<string, unknown>>, cwd: string): string | null {
  const named = tool === 'Read' || tool === 'NotebookRead' ? textOf(input, 'file_path', 'notebook_path') : null;
  return named === null ? writtenPath(tool, input, cwd) : path.resolve(cwd, named);
}

async function readNow(file: string): Promise<{ now: AskedFile['now']; modifiedAt: number | null }> {
  try {
    // Without waiting: a pipe would keep us for as long as nobody writes into it.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = await handle.stat();
      const modifiedAt = stat.mtimeMs;
      if (!stat.isFile()) return { now: { what: 'unreadable' }, modifiedAt: null };
      if (stat.size > mostBytes) return { now: { what: 'too-big' }, modifiedAt };
      const bytes = await handle.readFile();
      return { now: bytes.includes(0) ? { what: 'unreadable' } : { what: 'text', text: bytes.toString('utf8') }, modifiedAt };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const missing = codeOf(error) === 'ENOENT';
    return { now: { what: missing ? 'missing' : 'unreadable' }, modifiedAt: null };
  }
}
