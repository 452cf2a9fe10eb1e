import { randomUUID } from 'node:crypto';
import { appendFile, copyFile, stat, truncate } from 'node:fs/promises';
import { z } from 'zod';
import { isTooDeep } from '../../shared/json-depth';
import { mcpToolName } from '../../shared/tools';
import { openRegularFile } from '../base/regular-file';
import { ownServer } from './launch-plan';

/** The state of a call in the CLI's transcript. */
export type CallState =
  /** It has a result: it ran, or it was refused. */
  | 'settled'
  /** Its result says that nobody answered, because the CLI's input had ended. It did not run. */
  | 'given-up'
  /** It has no result, and its message is the last one. Only results of other calls of that message follow. */
  | 'open'
  /** It has no result, but the conversation continued. */
  | 'abandoned'
  /** The CLI ended before it wrote the call. */
  | 'absent';

const Block = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  name: z.string().optional(),
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

/** The CLI's result for a call whose ask was open when the input ended. */
const nobodyAnswered = 'Tool permission stream closed before response received';
/** Newer versions' result for a call of a tool of ours that had none when the input ended. Another tool may have done its work then. */
const ownCallInterrupted = 'The tool call was interrupted before a result was received';

/** Only the end of a transcript matters, and it can be hundreds of megabytes long. */
const tailBytes = 32 * 1024 * 1024;

export interface OpenCall {
  readonly state: CallState;
  /** The line with the call, when it is open. */
  readonly line: Line | null;
}

/** Finds a call in the CLI's transcript. In an unreadable file every call is absent. */
export async function findCall(file: string, toolUseId: string): Promise<OpenCall> {
  const lines = (await readTail(file)).filter(({ type, isSidechain }) => (type === 'assistant' || type === 'user') && isSidechain !== true);
  const at = lines.findLastIndex(
    (line) => line.type === 'assistant' && blocksOf(line).some(({ type, id }) => type === 'tool_use' && id === toolUseId),
  );
  const line = lines[at];
  if (!line) return { state: 'absent', line: null };
  // Only after the call, because a model may reuse an id.
  const result = lines
    .slice(at + 1)
    .flatMap(blocksOf)
    .findLast(({ type, tool_use_id }) => type === 'tool_result' && tool_use_id === toolUseId);
  if (result) {
    const isOwn = blocksOf(line).some(({ id, name }) => id === toolUseId && name?.startsWith(mcpToolName(ownServer, '')));
    return { state: isGivenUp(result.content, isOwn) ? 'given-up' : 'settled', line: null };
  }
  return hasContinued(line, lines.slice(at + 1)) ? { state: 'abandoned', line: null } : { state: 'open', line };
}

function isGivenUp(content: unknown, isOwnTool: boolean): boolean {
  if (isTooDeep(content)) return false;
  const words = JSON.stringify(content ?? '');
  return words.includes(nobodyAnswered) || (isOwnTool && words.includes(ownCallInterrupted));
}

/** Calls that were made together are on consecutive lines with the same message id, and each result follows when its call has run. */
function hasContinued(call: Line, after: readonly Line[]): boolean {
  const messageId = call.message?.id;
  const isSameMessage = ({ type, message }: Line): boolean => type === 'assistant' && messageId !== undefined && message?.id === messageId;
  return !after.every((line) => isSameMessage(line) || isResults(line));
}

const isResults = (line: Line): boolean =>
  line.type === 'user' && blocksOf(line).length > 0 && blocksOf(line).every(({ type }) => type === 'tool_result');

/** A call that the next run should ask about again. */
export interface CallToOffer {
  readonly toolUseId: string;
  readonly toolName: string;
  /** The input that the person was asked about; null to use the one in the transcript. */
  readonly input: unknown;
  readonly mode: string;
}

/**
 * Appends a mark to the transcript, so that the next run asks about an open call again, under the same id. It is the mark that
 * the CLI itself writes when a hook defers a call. The file is the CLI's, so a copy is kept first, and a mark that was
 * written only in part is removed. Returns false when the call is not open.
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
    // A killed run may have left an incomplete line.
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
      // The first and the last line may be incomplete.
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
