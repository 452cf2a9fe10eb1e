import { z } from 'zod';
import { isJsonObject } from '../../../shared/json-object';
import type { TranscriptImage } from '../../../shared/transcript';
import type { AssistantBlock, AssistantMessage, CallResult, ClaudeEvent, UserText } from '../events';
import { type CliMessage, maybe, number, text } from './fields';
import { Origin, readSender } from './origin';
import { readSystemMessage } from './system-messages';
import { readToolOutcome } from './tool-outcome';
import { readTrouble } from './trouble-messages';
import { readTurnEnd } from './turn-end';
import { readUserText } from './user-text';

const Block = z.looseObject({ type: z.string() });
type Block = z.infer<typeof Block>;
const Content = z.union([z.string().transform((plain): Block[] => [{ type: 'text', text: plain }]), z.array(Block)]);

const Assistant = z.looseObject({
  message: z.looseObject({
    id: z.string(),
    model: text,
    content: Content,
    usage: maybe(z.looseObject({ input_tokens: number, cache_read_input_tokens: number, cache_creation_input_tokens: number })),
  }),
  parent_tool_use_id: text,
  uuid: text,
  /** The kind of API failure that this message reports. Old transcript files only say that it is one. */
  error: text,
  isApiErrorMessage: maybe(z.boolean()),
});

const User = z.looseObject({
  message: z.looseObject({ content: Content }),
  parent_tool_use_id: text,
  uuid: text,
  /** The CLI wrote it for the model: the summary after a compaction. */
  isSynthetic: maybe(z.boolean()),
  isMeta: maybe(z.boolean()),
  origin: Origin,
  tool_use_result: z.unknown().optional(),
  tool_result_meta: maybe(z.array(z.looseObject({ id: z.string(), permission_decision: maybe(z.looseObject({ decision: z.string() })) }))),
});
type User = z.infer<typeof User>;

const RateLimit = z.looseObject({
  rate_limit_info: z.looseObject({ status: z.string(), resetsAt: number, rateLimitType: text, utilization: number }),
});
const Lifecycle = z.looseObject({ command_uuid: z.string(), state: z.string() });

const TextBlock = z.looseObject({ type: z.literal('text'), text: z.string() });
const ThinkingBlock = z.looseObject({ type: z.literal('thinking'), thinking: z.string() });
const ToolUseBlock = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string().min(1),
  name: z.string(),
  input: z.custom<Record<string, unknown>>(isJsonObject),
});
export const ToolResultBlock = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  is_error: maybe(z.boolean()),
  content: Content.optional().catch([]),
});
const ImageBlock = z.looseObject({
  type: z.literal('image'),
  source: z.looseObject({ media_type: z.string(), data: z.string().nullable().catch(null) }),
});

/** The result that the CLI reports for a call when the person interrupted. */
const rejected = 'User rejected tool use';

/**
 * Reads one message. Returns null for a message that the app does not need, and for one that can't be read, because a newer
 * CLI may change any of them.
 */
export function readMessage(message: CliMessage): ClaudeEvent | null {
  // Thousands of these arrive in a second, so no schema reads them.
  if (message.type === 'stream_event') return readStreamEvent(message);
  const event = readWholeMessage(message);
  const at = typeof message.timestamp === 'string' ? Date.parse(message.timestamp) : Number.NaN;
  return event && at > 0 ? { ...event, at } : event;
}

function readStreamEvent({ event, parent_tool_use_id }: CliMessage): ClaudeEvent | null {
  const parentToolUseId = typeof parent_tool_use_id === 'string' ? parent_tool_use_id : null;
  if (!isJsonObject(event)) return null;
  if (event.type === 'content_block_delta') return readDelta(event.index, event.delta, parentToolUseId);
  if (event.type !== 'message_start' || !isJsonObject(event.message) || typeof event.message.id !== 'string') return null;
  return { kind: 'message-started', parentToolUseId, messageId: event.message.id };
}

function readDelta(blockIndex: unknown, delta: unknown, parentToolUseId: string | null): ClaudeEvent | null {
  if (typeof blockIndex !== 'number' || !isJsonObject(delta)) return null;
  const blockKind = delta.type === 'text_delta' ? 'text' : delta.type === 'thinking_delta' ? 'thinking' : null;
  const more = blockKind && delta[blockKind];
  return blockKind && typeof more === 'string' ? { kind: 'text-delta', parentToolUseId, blockIndex, blockKind, text: more } : null;
}

function readWholeMessage(message: CliMessage): ClaudeEvent | null {
  switch (message.type) {
    case 'assistant':
      return readAssistant(message);
    case 'user':
      return readUser(message);
    case 'system':
      return readSystemMessage(message);
    case 'result':
      return readTurnEnd(message);
    case 'rate_limit_event':
      return readRateLimit(message);
    case 'command_lifecycle': {
      const { command_uuid: uuid, state } = Lifecycle.safeParse(message).data ?? {};
      if (uuid === undefined || state === 'queued') return null;
      return { kind: 'queued-message-settled', uuid, state: state === 'cancelled' ? 'withdrawn' : 'sent' };
    }
    case 'auth_status':
      return readTrouble('auth_status', message);
    case 'conversation_reset':
      return { kind: 'conversation-reset' };
    default:
      return null;
  }
}

function readAssistant(message: CliMessage): ClaudeEvent | null {
  const line = Assistant.safeParse(message).data;
  if (!line) return null;
  const { id, usage } = line.message;
  const sent = (usage?.input_tokens ?? 0) + (usage?.cache_read_input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0);
  return {
    kind: 'assistant-message',
    uuid: line.uuid ?? null,
    parentToolUseId: line.parent_tool_use_id ?? null,
    messageId: id,
    content: readAssistantContent(line),
    contextTokens: sent > 0 && !line.parent_tool_use_id ? sent : null,
  };
}

function readAssistantContent({ message, error, isApiErrorMessage }: z.infer<typeof Assistant>): AssistantMessage['content'] {
  const failure = error ?? (isApiErrorMessage ? 'unknown' : null);
  if (failure !== null) return { kind: 'api-error', error: failure, text: readContent(message.content).text };
  if (message.model === '<synthetic>') return { kind: 'output', text: readContent(message.content).text };
  return { kind: 'blocks', blocks: message.content.flatMap((block) => readAssistantBlock(block) ?? []) };
}

function readAssistantBlock(block: Block): AssistantBlock | null {
  switch (block.type) {
    case 'text': {
      const said = TextBlock.safeParse(block).data;
      return said ? { kind: 'text', text: said.text } : null;
    }
    case 'thinking': {
      const thought = ThinkingBlock.safeParse(block).data;
      return thought ? { kind: 'thinking', text: thought.thinking } : null;
    }
    case 'tool_use': {
      const use = ToolUseBlock.safeParse(block).data;
      return use ? { kind: 'tool', toolUseId: use.id, name: use.name, input: use.input } : null;
    }
    default:
      return null;
  }
}

function readUser(message: CliMessage): ClaudeEvent | null {
  const line = User.safeParse(message).data;
  if (!line) return null;
  const results = line.message.content.filter(({ type }) => type === 'tool_result');
  if (results.length > 0) return { kind: 'tool-results', results: results.flatMap((block) => readCallResult(block, line) ?? []) };
  const sender = readSender(line.origin);
  const isFromOutside = sender?.kind === 'session' || sender?.kind === 'channel';
  // Text in a subagent's conversation is its instructions, which the call that started it shows.
  if (line.parent_tool_use_id || (line.isMeta && !isFromOutside)) return null;
  const content = readContent(line.message.content);
  if (line.isSynthetic && !sender) return { kind: 'compaction-summary', text: content.text };
  const said = readUserText(content.text);
  // The CLI wraps such a message in instructions for the model.
  const text: UserText = sender && said.what === 'person' ? { what: 'message', sender, text: line.origin?.body ?? said.text } : said;
  return { kind: 'user-message', uuid: line.uuid ?? null, text, images: content.images };
}

function readCallResult(block: Block, line: User): CallResult | null {
  const result = ToolResultBlock.safeParse(block).data;
  if (!result) return null;
  const content = readContent(result.content ?? []);
  const isError = content.text.startsWith('<tool_use_error>');
  return {
    toolUseId: result.tool_use_id,
    status: result.is_error ? readFailure(result.tool_use_id, line) : 'ok',
    text: isError ? content.text.replaceAll(/^<tool_use_error>|<\/tool_use_error>$/g, '') : content.text,
    images: content.images,
    outcome: readToolOutcome(line.tool_use_result),
  };
}

/** A refusal and an interruption reach the model as failures. The CLI marks them differently from version to version. */
function readFailure(toolUseId: string, line: User): 'interrupted' | 'denied' | 'error' {
  if (line.tool_use_result === rejected) return 'interrupted';
  const meta = line.tool_result_meta?.find(({ id }) => id === toolUseId);
  return meta?.permission_decision?.decision === 'reject' ? 'denied' : 'error';
}

function readRateLimit(message: CliMessage): ClaudeEvent | null {
  const info = RateLimit.safeParse(message).data?.rate_limit_info;
  if (!info) return null;
  return {
    kind: 'rate-limit',
    status: info.status,
    limit: info.rateLimitType ?? null,
    resetsAtMs: info.resetsAt ? info.resetsAt * 1_000 : null,
    utilization: info.utilization ?? null,
  };
}

/** The texts and pictures of a message or of a tool's result. */
function readContent(blocks: readonly Block[]): { text: string; images: TranscriptImage[] } {
  const texts: string[] = [];
  const images: TranscriptImage[] = [];
  for (const block of blocks) {
    const plain = TextBlock.safeParse(block);
    if (plain.success) texts.push(plain.data.text);
    const image = ImageBlock.safeParse(block);
    if (image.success) images.push({ mediaType: image.data.source.media_type, data: image.data.source.data });
  }
  return { text: texts.join('\n'), images };
}
