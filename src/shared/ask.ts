import { z } from 'zod';
import { AskedBy } from './asked-by';
import { AskId, SessionId } from './ids';
import { JsonObject } from './json-object';
import { RiskMark } from './risk';

/** What a session waits for. A form is an MCP elicitation. */
export const AskKind = z.enum(['permission', 'question', 'plan']);
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

/** The questions in the input of such a call. */
export function questionsOf(input: Readonly<Record<string, unknown>>): Question[] {
  const questions = Array.isArray(input.questions) ? input.questions : [];
  return questions.flatMap((question) => Question.safeParse(question).data ?? []);
}

/** Whether every answer is to one of the questions in the input. */
export function answersBelong(answers: Readonly<Record<string, unknown>>, input: Readonly<Record<string, unknown>>): boolean {
  const questions = new Set(questionsOf(input).map(({ question }) => question));
  return Object.keys(answers).every((answered) => questions.has(answered));
}

/** What windows, tray and notifications hold of an ask: a summary. Its whole input is fetched by id. */
export const Ask = z.strictObject({
  id: AskId,
  sessionId: SessionId,
  kind: AskKind,
  /** The tool, as the CLI names it. */
  tool: z.string(),
  toolUseId: z.string().nullable(),
  /** One line that says what it would do. */
  summary: z.string(),
  /** Whether that line alone is enough to judge the call. Asks that an older version kept don't say, and need a look. */
  summaryIsComplete: z.boolean().default(false),
  /** Of the call's input, what fits; strings may be cut. */
  input: JsonObject,
  truncated: z.boolean(),
  /** The subagent whose call it is. */
  agentId: z.string().nullable(),
  /** What that subagent was started for, in a few words; null when nobody said. */
  agentName: z.string().nullable().default(null),
  /** What deserves a second look, the gravest first. */
  marks: z.array(RiskMark),
  /** Who explicitly asks for a person's decision: a rule or a hook of Claude's settings. */
  askedBy: AskedBy.nullable().default(null),
  /** Claude Code wants no single keystroke to allow it. */
  defaultToNo: z.boolean().default(false),
  /** A hook changed the call before it was asked: `input` is what would run, not what Claude said. */
  changedByHook: z.boolean().default(false),
  askedAt: z.number(),
  /** When its time runs out; null when it waits for as long as it takes. */
  expiresAt: z.number().nullable(),
  /** The same for calls of one tool with one input, whichever session makes them. */
  fingerprint: z.string(),
  /**
   * What happened to it while it waited. `may-have-run`: an answer was on its way when the run or the app ended.
   * `overdue`: its time ran out, and it goes on waiting. `late`: its time ran out, and Claude was told that the answer comes later.
   */
  note: z.enum(['run-ended', 'app-restarted', 'may-have-run', 'overdue', 'late']).nullable(),
});
export type Ask = z.infer<typeof Ask>;
