import { z } from 'zod';
import { FormValues } from './form';
import { ApprovalScope } from './interaction';
import { isTooDeep } from './json-depth';
import { JsonObject } from './json-object';

/** The surfaces in the window. Only these show the whole input of an ask. */
const windowSurfaces = ['dialog', 'card', 'inbox'] as const;
export type WindowSurface = (typeof windowSurfaces)[number];
export const isWindowSurface = (surface: Surface): surface is WindowSurface => windowSurfaces.some((one) => one === surface);

/** The surfaces that are programs: a caller of the local API, and the `signalbox` command. */
const programSurfaces = ['api', 'command'] as const;
export type ProgramSurface = (typeof programSurfaces)[number];
export const isProgramSurface = (surface: Surface): surface is ProgramSurface => programSurfaces.some((one) => one === surface);

/** Where a decision can be made. The last three are not made by a person: a rule, a permission mode, a time limit. */
export const Surface = z.enum([...windowSurfaces, 'notification', 'tray', ...programSurfaces, 'rule', 'mode', 'timeout']);
export type Surface = z.infer<typeof Surface>;

/** How far a decision reaches: this call only, or as far as the rule that was made with it. */
export const DecisionScope = z.enum(['once', 'session', 'folder', 'everywhere']);
export type DecisionScope = z.infer<typeof DecisionScope>;

const text = z.string().max(100_000);

/** The input must be JSON, because it is stored and sent as JSON. */
const input = JsonObject.refine((value) => {
  try {
    return JSON.stringify(value) !== undefined && !isTooDeep(value);
  } catch {
    return false;
  }
});

/** A person's answer to an ask. */
export const Decision = z.discriminatedUnion('answer', [
  /**
   * `input` is set if the person edited it, and then runs instead. `acceptEdits` leaves plan mode and accepts edits. `note` is sent
   * to the running turn as a message.
   */
  z.strictObject({
    answer: z.literal('allow'),
    input: input.optional(),
    acceptEdits: z.boolean().optional(),
    note: text.optional(),
    /** How far the approval of one of our tools reaches. The tool decides what it means. */
    approvalScope: ApprovalScope.optional(),
  }),
  /** The reason reaches Claude word for word. `stop` also ends the turn. */
  z.strictObject({ answer: z.literal('deny'), reason: text.optional(), stop: z.boolean().optional() }),
  /** Keyed by the question's text. Several choices are a list. */
  z.strictObject({
    answer: z.literal('answers'),
    answers: z.record(z.string(), z.union([text, z.array(text)])),
    notes: z.record(z.string(), text).optional(),
  }),
  /** The values of a form. */
  z.strictObject({ answer: z.literal('submit'), values: FormValues }),
  /** Closes a form or an approval without an answer. Denying a form of an MCP server tells the server that a person declined. */
  z.strictObject({ answer: z.literal('cancel') }),
]);
export type Decision = z.infer<typeof Decision>;
