import { z } from 'zod';
import { SessionId } from './ids';

export const TerminalId = z.string().min(1).brand<'TerminalId'>();
export type TerminalId = z.infer<typeof TerminalId>;

/** In characters. */
export const TerminalSize = z.strictObject({ cols: z.int().min(2).max(2_000), rows: z.int().min(1).max(2_000) });
export type TerminalSize = z.infer<typeof TerminalSize>;

/** What every window holds of every terminal. */
export const TerminalSummary = z.strictObject({
  id: TerminalId,
  sessionId: SessionId,
  /** Counted within its session, from 1. */
  number: z.int(),
  /** `claude`: the session's own conversation goes on in it, and the app's run has stepped aside. */
  runs: z.enum(['shell', 'claude']),
  /** How its process ended; null while it runs. */
  ended: z.strictObject({ exitCode: z.int() }).nullable(),
});
export type TerminalSummary = z.infer<typeof TerminalSummary>;

/** What a process printed. */
export const TerminalOutput = z.strictObject({
  id: TerminalId,
  data: z.string(),
  /** It is all that is kept, and replaces whatever the window had. */
  fresh: z.boolean(),
  /** How many characters at its start a window has had before, and has answered the queries in them. */
  replayed: z.int().min(0),
});
export type TerminalOutput = z.infer<typeof TerminalOutput>;
