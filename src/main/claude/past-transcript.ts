import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { isJsonObject } from '../../shared/json-object';
import { openRegularFile } from '../base/regular-file';
import type { ClaudeEvent } from './events';
import type { CliMessage } from './wire/fields';
import { readMessage, ToolResultBlock } from './wire/messages';

const newline = 10;
const chunkBytes = 1024 * 1024;
/** Longer lines are skipped. Nobody would read that much. */
const maxLineBytes = 64 * 1024 * 1024;

const text = z.string().nullish().catch(null);
const StoredLine = z.looseObject({
  type: z.string(),
  uuid: text,
  parentUuid: text,
  /** A compaction starts a new chain of parents; this is the last line of the one before. */
  logicalParentUuid: text,
  leafUuid: text,
  isSidechain: z.boolean().nullish().catch(null),
});
type StoredLine = z.infer<typeof StoredLine>;

/** The fields of a line that decide whether it belongs to the conversation. */
interface Link {
  readonly start: number;
  readonly parent: string | null;
  readonly messageId: string | null;
  /** The calls whose results the line brings. */
  readonly answers: readonly string[];
  /** True for a compaction and its summary. Later lines may have a parent from before them. */
  readonly isCompaction: boolean;
}

/**
 * Reads the conversation in one of the CLI's transcript files, as events for a `TranscriptBuilder`. A file holds a tree, and
 * this reads the branch that a resume would continue. Unreadable lines are skipped. With `fromByte`, it returns only what
 * was added since the file had that size.
 */
export async function* readPastSession(file: string, fromByte = 0): AsyncGenerator<ClaudeEvent> {
  if (!(await stat(file)).isFile()) return;
  const wanted = await findConversation(file);
  for await (const { start, line } of storedLines(file)) {
    const message = start >= fromByte && wanted.has(start) ? toLiveMessage(line) : null;
    const event = message && readMessage(message);
    if (event) yield event;
  }
}

/** Returns the offsets of the lines that belong to the conversation. */
async function findConversation(file: string): Promise<Set<number>> {
  const links = new Map<string, Link>();
  let leaf: string | null = null;
  for await (const { start, line } of storedLines(file)) {
    if (line.isSidechain) continue;
    // The CLI names the leaf only when it exits normally. After a kill it is the last line.
    if (line.leafUuid && links.has(line.leafUuid)) leaf = line.leafUuid;
    if (!line.uuid) continue;
    leaf = line.uuid;
    // A compaction repeats the lines it keeps.
    if (links.has(line.uuid)) continue;
    const parent = line.parentUuid ?? line.logicalParentUuid ?? null;
    const isCompaction = line.subtype === 'compact_boundary' || line.isCompactSummary === true;
    links.set(line.uuid, { start, parent, messageId: messageIdOf(line), answers: answersOf(line), isCompaction });
  }
  return withSiblings(links, chainFrom(links, leaf));
}

function chainFrom(links: ReadonlyMap<string, Link>, leaf: string | null): Set<string> {
  const chain = new Set<string>();
  // In a broken file the parents can form a circle.
  for (let uuid = leaf; uuid !== null && !chain.has(uuid); ) {
    const link = links.get(uuid);
    if (!link) break;
    chain.add(uuid);
    uuid = link.parent;
  }
  return chain;
}

/** Adds lines beside the chain: results of calls that were made together, each of which is a child of its call, and compactions. */
function withSiblings(links: ReadonlyMap<string, Link>, chain: ReadonlySet<string>): Set<number> {
  const messages = new Set<string>();
  const answered = new Set<string>();
  for (const uuid of chain) {
    const { messageId = null, answers = [] } = links.get(uuid) ?? {};
    if (messageId !== null) messages.add(messageId);
    for (const id of answers) answered.add(id);
  }
  const included = new Set(chain);
  const wanted = new Set<number>();
  for (const [uuid, { start, parent, messageId, answers, isCompaction }] of links) {
    const isCall = messageId !== null && messages.has(messageId);
    const isMissingResult = answers.length > 0 && !answers.some((id) => answered.has(id));
    const isBranch = parent !== null && included.has(parent) && (isMissingResult || isCompaction);
    if (!chain.has(uuid) && !isCall && !isBranch) continue;
    for (const id of answers) answered.add(id);
    included.add(uuid);
    wanted.add(start);
  }
  return wanted;
}

function messageIdOf({ type, message }: StoredLine): string | null {
  return type === 'assistant' && isJsonObject(message) && typeof message.id === 'string' ? message.id : null;
}

function answersOf({ type, message }: StoredLine): string[] {
  if (type !== 'user' || !isJsonObject(message) || !Array.isArray(message.content)) return [];
  return message.content.flatMap((block) => ToolResultBlock.safeParse(block).data?.tool_use_id ?? []);
}

/** The files name some fields differently from the live stream. */
function toLiveMessage(line: StoredLine): CliMessage | null {
  switch (line.type) {
    case 'user':
      return { ...line, type: 'user', tool_use_result: line.toolUseResult, isSynthetic: line.isCompactSummary };
    case 'assistant':
      return { ...line, type: 'assistant' };
    case 'attachment': {
      const { attachment } = line;
      if (!isJsonObject(attachment) || attachment.type !== 'queued_command') return null;
      // The person sent it while Claude was working.
      return { type: 'user', uuid: attachment.source_uuid, timestamp: line.timestamp, message: { content: attachment.prompt } };
    }
    case 'system': {
      if (line.subtype !== 'compact_boundary' && line.subtype !== 'local_command') return null;
      const facts = isJsonObject(line.compactMetadata) ? line.compactMetadata : {};
      const metadata = { trigger: facts.trigger, pre_tokens: facts.preTokens, post_tokens: facts.postTokens };
      return { ...line, type: 'system', compact_metadata: metadata };
    }
    default:
      return null;
  }
}

interface PlacedLine {
  readonly start: number;
  readonly line: StoredLine;
}

/** Yields the readable lines of a file, each with its offset. A truncated last line is not readable. */
async function* storedLines(file: string): AsyncGenerator<PlacedLine> {
  const handle = await openRegularFile(file);
  try {
    const buffer = Buffer.alloc(chunkBytes);
    let pieces: Buffer[] = [];
    let bytes = 0;
    let start = 0;
    for (let position = 0; ; ) {
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position);
      if (bytesRead === 0) break;
      const chunk = Buffer.from(buffer.subarray(0, bytesRead));
      for (let from = 0; from < bytesRead; ) {
        const end = chunk.indexOf(newline, from);
        const piece = chunk.subarray(from, end === -1 ? bytesRead : end);
        bytes += piece.length;
        if (bytes <= maxLineBytes) pieces.push(piece);
        else pieces = [];
        from = end === -1 ? bytesRead : end + 1;
        if (end === -1) continue;
        const line = bytes <= maxLineBytes ? parse(pieces) : null;
        if (line) yield { start, line };
        pieces = [];
        bytes = 0;
        start = position + from;
      }
      position += bytesRead;
    }
    const last = bytes <= maxLineBytes ? parse(pieces) : null;
    if (last) yield { start, line: last };
  } finally {
    await handle.close();
  }
}

function parse(pieces: readonly Buffer[]): StoredLine | null {
  try {
    return StoredLine.parse(JSON.parse(Buffer.concat(pieces).toString('utf8')));
  } catch {
    return null;
  }
}
