import { randomUUID } from 'node:crypto';
import { appendFile, copyFile, stat, truncate } from 'node:fs/promises';
import { z } from 'zod';
import { isTooDeep } from '../../shared/json-depth';
import { openRegularFile } from '../base/regular-file';

/** What the CLI's own transcript says about a call that a person was asked about. */
export type CallState =
  /** Its result is there: it was made, or refused. */
  | 'settled'
  /** The CLI outlived its input for a moment, and wrote down that nobody answered: it was not made. */
  | 'given-up'
  /** Its message is the last thing Claude said. Nothing came after it but results of other calls of that message. */
  | 'open'
  /** It is there without a result, but the conversation went on. */
  | 'buried'
  /** The CLI was gone before it wrote the call down. */
  | 'absent';

const Block = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  tool_use_id: z.string().optional(),
  input: z.unknown().optional(),
  content: z.unknown().optional(),
});
const Line = z.looseObject({
  type: z.string(),
  uuid: z.string().optional(),
  isSidechain: z.boolean().optional(),
  message: z.looseObject({ id: z.string().optional(), content: z.union([z.string(), z.array(z.unknown())]) }).optional(),
});
type Line = z.infer<typeof Line>;

/** The CLI's words for an ask that was open when its input ended. */
const nobodyAnswered = 'Tool permission stream closed before response received';

/** Only the end matters, and transcripts can be hundreds of megabytes. */
const tailBytes = 32 * 1024 * 1024;

export interface OpenCall {
  readonly state: CallState;
  /** The line the call stands in, when it is open. */
  readonly line: Line | null;
}

/** Finds a call in the CLI's transcript. A file that can't be read has no calls. */
export async function findCall(file: string, toolUseId: string): Promise<OpenCall> {
  const lines = (await readTail(file)).filter(({ type, isSidechain }) => (type === 'assistant' || type === 'user') && isSidechain !== true);
  const at = lines.findLastIndex(
    (line) => line.type === 'assistant' && blocksOf(line).some(({ type, id }) => type === 'tool_use' && id === toolUseId),
  );
  const line = lines[at];
  if (!line) return { state: 'absent', line: null };
  // After it: a model may use an id again.
  const result = lines
    .slice(at + 1)
    .flatMap(blocksOf)
    .findLast(({ type, tool_use_id }) => type === 'tool_result' && tool_use_id === toolUseId);
  if (result) return { state: isGivenUp(result.content) ? 'given-up' : 'settled', line: null };
  return wentOn(line, lines.slice(at + 1)) ? { state: 'buried', line: null } : { state: 'open', line };
}

const isGivenUp = (content: unknown): boolean => !isTooDeep(content) && JSON.stringify(content ?? '').includes(nobodyAnswered);

/** Calls that were made together stand on lines of their own, one after the other; the result of each comes when it was made. */
function wentOn(call: Line, after: readonly Line[]): boolean {
  const messageId = call.message?.id;
  const isTogether = ({ type, message }: Line): boolean => type === 'assistant' && messageId !== undefined && message?.id === messageId;
  return !after.every((line) => isTogether(line) || isResults(line));
}

const isResults = (line: Line): boolean =>
  line.type === 'user' && blocksOf(line).length > 0 && blocksOf(line).every(({ type }) => type === 'tool_result');

/** What was asked about a call, to ask it again. */
export interface CallToOffer {
  readonly toolUseId: string;
  readonly toolName: string;
  /** As it was asked about; null for what the transcript has. */
  readonly input: unknown;
  readonly mode: string;
}

/**
 * Has the next run ask about an open call again, under the same id: the mark is the one the CLI itself leaves when a
 * hook defers a call. The format is the CLI's own, so a copy of the file is kept, and a mark that can't be written whole
 * is taken back. Returns false when the call is not open.
 */
export async function offerAgain(file: string, call: CallToOffer, backup: string): Promise<boolean> {
  const { line } = await findCall(file, call.toolUseId);
  if (!line?.uuid) return false;
  const mark = {
    parentUuid: line.uuid,
    isSidechain: false,
    type: 'attachment',
    uuid: randomUUID(),
    timestamp: new Date().toISOString(),
    attachment: {
      type: 'hook_deferred_tool',
      toolUseID: call.toolUseId,
      toolName: call.toolName,
      toolInput: call.input ?? blocksOf(line).find(({ id }) => id === call.toolUseId)?.input,
      hookName: 'settings',
      hookEvent: 'PreToolUse',
      permissionMode: call.mode,
    },
    ...Object.fromEntries(['userType', 'entrypoint', 'cwd', 'sessionId', 'version', 'gitBranch'].map((name) => [name, line[name]])),
  };
  await copyFile(file, backup);
  const { size } = await stat(file);
  try {
    // A run that was killed may have left half a line.
    await appendFile(file, `${(await endsWithNewline(file, size)) ? '' : '\n'}${JSON.stringify(mark)}\n`, { flush: true });
  } catch (error) {
    await truncate(file, size);
    throw error;
  }
  return true;
}

function blocksOf({ message }: Line): z.infer<typeof Block>[] {
  const content = message?.content;
  return Array.isArray(content) ? content.flatMap((block) => Block.safeParse(block).data ?? []) : [];
}

async function readTail(file: string): Promise<Line[]> {
  try {
    const handle = await openRegularFile(file);
    try {
      const { size } = await handle.stat();
      const start = Math.max(0, size - tailBytes);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
      const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
      // The first may be cut off, and so may the last.
      return lines.flatMap((text) => parsed(text) ?? []);
    } finally {
      await handle.close();
    }
  } catch {
    return [];
  }
}

function parsed(text: string): Line | null {
  try {
    return Line.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function endsWithNewline(file: string, size: number): Promise<boolean> {
  if (size === 0) return true;
  const handle = await openRegularFile(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] === 10;
  } finally {
    await handle.close();
  }
}
