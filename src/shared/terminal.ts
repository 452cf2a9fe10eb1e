import { z } from 'zod';
import { SessionId } from './ids';

export const TerminalId = z.string().min(1).brand<'TerminalId'>();
export type TerminalId = z.infer<typeof TerminalId>;

/** The size of a terminal in characters. */
export const TerminalSize = z.strictObject({ cols: z.int().min(2).max(2_000), rows: z.int().min(1).max(2_000) });
export type TerminalSize = z.infer<typeof TerminalSize>;

/** The summary of a terminal that every window holds. */
export const TerminalSummary = z.strictObject({
  id: TerminalId,
  sessionId: SessionId,
  /** Its number within the session, starting at 1. */
  number: z.int(),
  /** `claude`: the session's conversation continues in this terminal, and the app's run has stopped. */
  runs: z.enum(['shell', 'claude']),
  /** How its process ended; null while it runs. */
  ended: z.strictObject({ exitCode: z.int() }).nullable(),
});
export type TerminalSummary = z.infer<typeof TerminalSummary>;

/** A part of a process's output. */
export const TerminalOutput = z.strictObject({
  id: TerminalId,
  data: z.string(),
  /** It is the whole kept output, and replaces what the window had. */
  fresh: z.boolean(),
  /** How many characters at the start the window has already had. It has answered the terminal queries in them. */
  replayed: z.int().min(0),
});
export type TerminalOutput = z.infer<typeof TerminalOutput>;
