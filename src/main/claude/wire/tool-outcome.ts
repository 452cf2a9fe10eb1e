import { z } from 'zod';
import { isJsonObject } from '../../../shared/json-object';
import { PatchHunk, type ToolOutcome } from '../../../shared/transcript';
import { readMcpOutcome } from './mcp-outcome';

const text = z.string().nullish().catch(null);
const Patch = z.looseObject({ filePath: z.string(), structuredPatch: z.array(PatchHunk), type: text, content: text });
const Answers = z.looseObject({ answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])) });
const Agent = z.looseObject({ agentId: z.string(), totalTokens: z.number(), totalDurationMs: z.number(), totalToolUseCount: z.number() });
const Background = z.looseObject({ backgroundTaskId: z.string().min(1) });

/** Reads the data that a tool returns beside its text. Its shape decides and not the tool's name, which changes more often. */
export function readToolOutcome(report: unknown): ToolOutcome | null {
  const mcp = readMcpOutcome(report);
  if (mcp || !isJsonObject(report)) return mcp;
  const patch = Patch.safeParse(report);
  if (patch.success) {
    const { filePath, structuredPatch, type, content } = patch.data;
    const created = type === 'create';
    return { what: 'patch', path: filePath, created, hunks: created ? patchOfNewFile(content ?? '') : structuredPatch };
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
function patchOfNewFile(contents: string): PatchHunk[] {
  if (contents === '') return [];
  const lines = contents.replace(/\n$/, '').split('\n');
  return [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: lines.length, lines: lines.map((line) => `+${line}`) }];
}
