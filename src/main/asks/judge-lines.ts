import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { messageOf } from '../../shared/errors';
import { isJsonObject, type JsonObject } from '../../shared/json-object';
import type { McpHints } from '../../shared/mcp-hints';
import type { Rule } from '../../shared/rule';
import { parseRule, printRule } from '../../shared/rule-text';
import { PermissionMode } from '../../shared/session';
import { mcpNamePart, parseMcpTool } from '../../shared/tools';
import { listOnDisk, realPathsOnce } from '../shell/real-path';
import { type JudgeInput, judge, type Verdict } from './judge';
import { riskOf } from './risk';

const AbsolutePath = z.string().refine((value) => path.isAbsolute(value), 'must be an absolute path');

/** One call to judge, as docs/judge.md describes it. */
const JudgeCall = z.looseObject({
  mode: PermissionMode,
  tool: z.string().min(1),
  input: z.custom<JsonObject>(isJsonObject, 'must be an object'),
  cwd: AbsolutePath,
  home: AbsolutePath.optional(),
  rules: z.array(z.string()).default([]),
  shell: z.enum(['bash', 'zsh']).optional(),
  platform: z.enum(['linux', 'darwin']).optional(),
  mcp: z
    .looseObject({
      server: z.string().optional(),
      readOnly: z.boolean().optional(),
      openWorld: z.boolean().optional(),
      destructive: z.boolean().optional(),
    })
    .optional(),
});
type JudgeCall = z.infer<typeof JudgeCall>;

/** Returns the verdict on the call in one line, or why it can't be judged. */
export function judgeLine(line: string): string {
  let id: unknown = null;
  try {
    const value: unknown = JSON.parse(line.trim());
    if (isJsonObject(value)) id = value.id ?? null;
    const call = JudgeCall.safeParse(value);
    return JSON.stringify({ id, ...(call.success ? verdictOn(call.data) : { error: describe(call.error) }) });
  } catch (error) {
    const text = error instanceof SyntaxError ? `This line is not JSON: ${error.message}` : messageOf(error);
    return JSON.stringify({ id, error: text });
  }
}

const describe = ({ issues }: z.ZodError): string =>
  issues.map(({ path: keys, message }) => (keys.length > 0 ? `${keys.join('.')}: ${message}` : message)).join('; ');

function verdictOn(call: JudgeCall): { verdict: string; by: string; reason: string; marks: string[] } {
  const rules = call.rules.map(ruleFrom);
  const asked = toolCall(call);
  const marks = riskOf(asked);
  const verdict = judge({ mode: call.mode, rules, call: asked, marks, mustAsk: false, now: 0, allUntil: Number.POSITIVE_INFINITY });
  return {
    verdict: verdict.by === 'person' ? 'ask' : verdict.decision,
    by: verdict.by,
    reason: reasonOf(verdict, call.mode, marks.length > 0),
    marks: marks.map(({ text }) => text),
  };
}

/** The one place where a line's fields become the call that is judged. */
function toolCall({ tool, input, cwd, home = os.homedir(), mcp }: JudgeCall): JudgeInput['call'] {
  return { tool, input, cwd, home, realpath: realPathsOnce(), list: listOnDisk, sessionId: 'judge', mcpHints: hintsOf(tool, mcp) };
}

/** The hints of a server count for its own tools only. */
function hintsOf(tool: string, mcp: JudgeCall['mcp']): McpHints | null {
  if (!mcp || (mcp.server !== undefined && parseMcpTool(tool)?.server !== mcpNamePart(mcp.server))) return null;
  return { readOnly: mcp.readOnly === true, openWorld: mcp.openWorld === true, destructive: mcp.destructive === true };
}

/** The judge caches what it reads of a rule by the rule itself, and callers repeat the same rules on every line. */
const knownRules = new Map<string, Rule>();
const mostKnownRules = 1_000;

function ruleFrom(text: string): Rule {
  const known = knownRules.get(text);
  if (known) return known;
  const parsed = parseRule(text);
  if (!parsed) throw new Error(`rules: “${text}” is not a rule such as Bash(npm run *) or deny Edit(src/**)`);
  const rule: Rule = { ...parsed, id: text, scope: { kind: 'everywhere' }, createdAt: 0, source: 'judge' };
  if (knownRules.size >= mostKnownRules) knownRules.clear();
  knownRules.set(text, rule);
  return rule;
}

function reasonOf(verdict: Verdict, mode: PermissionMode, marked: boolean): string {
  if (verdict.by === 'mode') return verdict.reason;
  if (verdict.by === 'rule') return `The rule ${printRule(verdict.rule)} ${verdict.decision === 'deny' ? 'denies' : 'allows'} it.`;
  if (marked) return 'It is marked, so a person decides.';
  if (mode === 'safe') return 'It isn’t known to only read inside the folder, so a person decides.';
  return mode === 'ask' ? 'No rule covers it, and this mode asks a person.' : 'Only a person can answer it, or a rule may deny it.';
}
