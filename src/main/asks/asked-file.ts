import type { AskedFile } from '../../shared/asked-file';
import { editTools, toolsOfKind } from '../../shared/tools';
import type { TranscriptItem } from '../../shared/transcript';
import { readSmallFile } from '../base/regular-file';
import { namedFile, type ToolCall } from './tool-call';

/** The folders that the paths of a call are relative to. */
type Where = Pick<ToolCall, 'cwd' | 'home'>;

/** Nobody reviews a bigger file in a dialog. */
const mostBytes = 1_000_000;
/** How long after its decision a tool may still write. */
const writingMs = 2_000;
/** Claude knows what is in a file after these tools. */
const seesFile = toolsOfKind('edit', 'read');

/** The file that a call would write. Null if the tool writes no file. */
export function writtenPath(call: Pick<ToolCall, 'tool' | 'input'> & Where): string | null {
  return editTools.has(call.tool) ? namedFile(call) : null;
}

/** Reads the file as it is now. `items` are those of the session's transcript, in order. */
export async function readAskedFile(file: string, items: readonly TranscriptItem[], where: Where): Promise<AskedFile> {
  const { now, modifiedAt } = await readNow(file);
  const seenAt = lastSeenAt(items, file, where);
  return { path: file, now, changedSinceRead: seenAt === null || modifiedAt === null ? null : modifiedAt > seenAt };
}

/**
 * The latest time at which Claude can have seen a file. A call's own time is when Claude asked for it, and the tool may have run
 * much later, but not after the next item.
 */
export function lastSeenAt(items: readonly TranscriptItem[], file: string, where: Where): number | null {
  const at = items.findLastIndex(
    (item) =>
      item.kind === 'tool' &&
      item.status === 'ok' &&
      seesFile.has(item.name) &&
      namedFile({ tool: item.name, input: item.changed ?? item.input, ...where }) === file,
  );
  const item = items[at];
  if (item?.kind !== 'tool') return null;
  const decidedAt = item.decision ? item.decision.at + writingMs : 0;
  return Math.max(item.at, items[at + 1]?.at ?? Number.POSITIVE_INFINITY, decidedAt);
}

async function readNow(file: string): Promise<{ now: AskedFile['now']; modifiedAt: number | null }> {
  const read = await readSmallFile(file, mostBytes);
  if (read.what === 'missing' || read.what === 'unreadable') return { now: { what: read.what }, modifiedAt: null };
  const { modifiedAt } = read;
  if (read.what === 'too-big') return { now: { what: 'too-big' }, modifiedAt };
  return { now: read.bytes.includes(0) ? { what: 'unreadable' } : { what: 'text', text: read.bytes.toString('utf8') }, modifiedAt };
}
