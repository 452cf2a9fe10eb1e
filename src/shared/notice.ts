import { z } from 'zod';

/** Something the person should know about the app itself; shown in the status bar until it stops being true. */
export const Notice = z.strictObject({
  id: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  text: z.string(),
  /** The explanation, and what to do about it. */
  detail: z.string(),
});
export type Notice = z.infer<typeof Notice>;
