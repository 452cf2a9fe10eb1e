import { z } from 'zod';

/** Where a decision can be made. */
export const Surface = z.enum(['dialog', 'card', 'notification', 'tray', 'shortcut', 'http', 'rule', 'timeout']);
export type Surface = z.infer<typeof Surface>;

const text = z.string().max(100_000);

/** A person's answer to an ask. */
export const Decision = z.discriminatedUnion('answer', [
  /** `input` when it was edited: that is what runs. `acceptEdits` leaves plan mode into accepting edits. */
  z.strictObject({
    answer: z.literal('allow'),
    input: z.record(z.string(), z.unknown()).optional(),
    acceptEdits: z.boolean().optional(),
  }),
  /** The reason reaches Claude word for word. `stop` also ends the turn. */
  z.strictObject({ answer: z.literal('deny'), reason: text.optional(), stop: z.boolean().optional() }),
  /** Keyed by the question's text; several choices are a list. */
  z.strictObject({
    answer: z.literal('answers'),
    answers: z.record(z.string(), z.union([text, z.array(text)])),
    notes: z.record(z.string(), text).optional(),
  }),
]);
export type Decision = z.infer<typeof Decision>;
