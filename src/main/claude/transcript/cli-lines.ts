import { z } from 'zod';
import { PatchHunk, type ToolOutcome, type TranscriptImage } from '../../../shared/transcript';

/** One line of the CLI, live or from its own transcript files, as far as anyone may rely on it. */
export interface CliLine {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A field that a newer CLI has changed is a missing field, not a lost line. */
const maybe = <T>(schema: z.ZodType<T>) => schema.nullish().catch(null);
const text = maybe(z.string());
const number = maybe(z.number());

const Block = z.looseObject({ type: z.string() });
const Content = z.union([z.string().transform((said) => [{ type: 'text', text: said }]), z.array(Block)]);

export const AssistantLine = z.looseObject({
  message: z.looseObject({ id: z.string(), model: text, content: Content }),
  parent_tool_use_id: text,
  session_id: text,
  uuid: text,
  /** What kind of API failure this line reports. Old transcript files only say that it is one. */
  error: text,
  isApiErrorMessage: maybe(z.boolean()),
});

export const UserLine = z.looseObject({
  message: z.looseObject({ content: Content }),
  parent_tool_use_id: text,
  uuid: text,
  isReplay: maybe(z.boolean()),
  /** Written by the CLI for the model: the summary after a compaction. */
  isSynthetic: maybe(z.boolean()),
  isMeta: maybe(z.boolean()),
  isCompactSummary: maybe(z.boolean()),
  origin: maybe(z.looseObject({ kind: z.string() })),
  tool_use_result: z.unknown().optional(),
  tool_result_meta: maybe(z.array(z.looseObject({ id: z.string(), permission_decision: maybe(z.looseObject({ decision: z.string() })) }))),
});

/** By model. The names of these fields are the CLI's own. */
const ModelUsage = z.record(
  z.string(),
  z.looseObject({
    inputTokens: z.number(),
    outputTokens: z.number(),
    cacheReadInputTokens: z.number(),
    cacheCreationInputTokens: z.number(),
    costUSD: z.number(),
  }),
);

export const ResultLine = z.looseObject({
  is_error: z.boolean(),
  subtype: text,
  terminal_reason: text,
  result: text,
  errors: maybe(z.array(z.string())),
  api_error_status: number,
  total_cost_usd: number,
  duration_ms: number,
  num_turns: number,
  usage: maybe(
    z.looseObject({
      input_tokens: number,
      output_tokens: number,
      cache_read_input_tokens: number,
      cache_creation_input_tokens: number,
    }),
  ),
  /** As far back as `total_cost_usd` goes. */
  modelUsage: maybe(ModelUsage),
  /** Newer versions only. */
  model_usage_since_last_result: maybe(ModelUsage),
  permission_denials: maybe(z.array(z.looseObject({ tool_use_id: z.string() }))),
  /** The turn ended with this call still to be answered. */
  deferred_tool_use: maybe(z.looseObject({ id: z.string() })),
});

export const SystemLine = z.looseObject({
  subtype: z.string(),
  uuid: text,
  session_id: text,
  model: text,
  permissionMode: text,
  status: text,
  compact_result: text,
  compact_error: text,
  compact_metadata: maybe(z.looseObject({ trigger: text, pre_tokens: number, post_tokens: number })),
  attempt: number,
  max_retries: number,
  retry_delay_ms: number,
  error_status: number,
  error: text,
  tool_name: text,
  tool_use_id: text,
  decision_reason: text,
  decision_reason_type: text,
  content: text,
  description: text,
  summary: text,
  usage: maybe(z.looseObject({ total_tokens: number, tool_uses: number, duration_ms: number })),
});
export type SystemLine = z.infer<typeof SystemLine>;

export const RateLimitLine = z.looseObject({
  rate_limit_info: z.looseObject({ status: z.string(), resetsAt: number, rateLimitType: text, utilization: number }),
});

export const LifecycleLine = z.looseObject({ command_uuid: z.string(), state: z.string() });

export const TextBlock = z.looseObject({ type: z.literal('text'), text: z.string() });
export const ThinkingBlock = z.looseObject({ type: z.literal('thinking'), thinking: z.string() });
export const ToolUseBlock = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string().min(1),
  name: z.string(),
  input: z.custom<Record<string, unknown>>(isRecord),
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

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The texts and pictures of a message or of a tool's result. */
export function contentsOf(blocks: readonly z.infer<typeof Block>[]): { text: string; images: TranscriptImage[] } {
  const texts: string[] = [];
  const images: TranscriptImage[] = [];
  for (const block of blocks) {
    const said = TextBlock.safeParse(block);
    if (said.success) texts.push(said.data.text);
    const image = ImageBlock.safeParse(block);
    if (image.success) images.push({ mediaType: image.data.source.media_type, data: image.data.source.data });
  }
  return { text: texts.join('\n'), images };
}

const Patch = z.looseObject({ filePath: z.string(), structuredPatch: z.array(PatchHunk), type: text, content: text });
const Answers = z.looseObject({ answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])) });
const Agent = z.looseObject({ agentId: z.string(), totalTokens: z.number(), totalDurationMs: z.number(), totalToolUseCount: z.number() });
const Background = z.looseObject({ backgroundTaskId: z.string().min(1) });

/** Reads what a tool reports beside its text. Told apart by shape: names of tools change more often than what they return. */
export function outcomeOf(report: unknown): ToolOutcome | null {
  if (!isRecord(report)) return null;
  const patch = Patch.safeParse(report);
  if (patch.success) {
    const { filePath, structuredPatch, type, content } = patch.data;
    const created = type === 'create';
    return { what: 'patch', path: filePath, created, hunks: created ? wholeFile(content ?? '') : structuredPatch };
  }
  const answers = Answers.safeParse(report);
  if (answers.success) return { what: 'answers', answers: answers.data.answers };
  const agent = Agent.safeParse(report);
  if (agent.success) {
    const { totalTokens, totalDurationMs, totalToolUseCount } = agent.data;
    return { what: 'agent', tokens: totalTokens, durationMs: totalDurationMs, toolUses: totalToolUseCount };
  }
  const background = Background.safeParse(report);
  return background.success ? { what: 'background', taskId: background.data.backgroundTaskId } : null;
}

/** The CLI gives no patch for a new file. */
function wholeFile(contents: string): PatchHunk[] {
  if (contents === '') return [];
  const lines = contents.replace(/\n$/, '').split('\n');
  return [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: lines.length, lines: lines.map((line) => `+${line}`) }];
}
