import { z } from 'zod';
import { AskedBy } from './asked-by';
import { AskId, SessionId } from './ids';
import { FormInput, Interaction } from './interaction';
import { JsonObject } from './json-object';
import { McpServer } from './mcp-server';
import { RiskMark } from './risk';

/** The kinds of decision that a session can wait for. */
export const AskKind = z.enum(['permission', 'question', 'plan', 'form']);
export type AskKind = z.infer<typeof AskKind>;

/** One question of an AskUserQuestion call. */
export const Question = z.looseObject({
  question: z.string(),
  header: z.string().catch(''),
  multiSelect: z.boolean().catch(false),
  options: z
    .array(z.looseObject({ label: z.string(), description: z.string().catch(''), preview: z.string().optional().catch(undefined) }))
    .catch([]),
});
export type Question = z.infer<typeof Question>;

/** The questions in the input of an AskUserQuestion call. */
export function questionsOf(input: Readonly<Record<string, unknown>>): Question[] {
  const questions = Array.isArray(input.questions) ? input.questions : [];
  return questions.flatMap((question) => Question.safeParse(question).data ?? []);
}

/** Whether every answer is to one of the questions in the input. */
export function answersBelong(answers: Readonly<Record<string, unknown>>, input: Readonly<Record<string, unknown>>): boolean {
  const questions = new Set(questionsOf(input).map(({ question }) => question));
  return Object.keys(answers).every((answered) => questions.has(answered));
}

/** The form in the input of an ask; null if it can't be read, or was shortened. */
export const formOf = (input: Readonly<Record<string, unknown>>): FormInput | null => FormInput.safeParse(input).data ?? null;

/** The summary of an ask that windows, the tray and notifications hold. The whole input is fetched by id. */
export const Ask = z.strictObject({
  id: AskId,
  sessionId: SessionId,
  kind: AskKind,
  /** The tool's name, as the CLI spells it. */
  tool: z.string(),
  toolUseId: z.string().nullable(),
  /** One line that says what the call would do. */
  summary: z.string(),
  /** Whether that line alone is enough to judge the call. Asks stored by an older version lack this, and must be looked at. */
  summaryIsComplete: z.boolean().default(false),
  /** The call's input, shortened to what fits. */
  input: JsonObject,
  truncated: z.boolean(),
  /** The subagent that makes the call. */
  agentId: z.string().nullable(),
  /** The subagent's task in a few words; null when it is unknown. */
  agentName: z.string().nullable().default(null),
  /** The risk marks, the gravest first. */
  marks: z.array(RiskMark),
  /** Who explicitly asks for a person's decision: a rule or a hook of Claude's settings. */
  askedBy: AskedBy.nullable().default(null),
  /** Claude Code wants that no single keystroke allows it. */
  defaultToNo: z.boolean().default(false),
  /** A hook changed the call before it was asked about: `input` is what would run, not what Claude wrote. */
  changedByHook: z.boolean().default(false),
  /** Null for other tools, and when the CLI does not name it. */
  mcpServer: McpServer.nullable().default(null),
  /** One of our tools or an MCP server asks, and not the CLI about a call. Always set for a form. */
  interaction: Interaction.nullable().default(null),
  askedAt: z.number(),
  /** When its time limit ends; null without a limit. */
  expiresAt: z.number().nullable(),
  /** Equal for calls of the same tool with the same input, in any session. */
  fingerprint: z.string(),
  /**
   * What happened to it while it waited. `may-have-run`: an answer was on its way when the run or the app ended.
   * `overdue`: its time ran out, and it still waits. `late`: its time ran out, and Claude was told that the answer comes later.
   */
  note: z.enum(['run-ended', 'app-restarted', 'may-have-run', 'overdue', 'late']).nullable(),
});
export type Ask = z.infer<typeof Ask>;
