import { z } from 'zod';

/** The current content of the file that a call would change. */
export const AskedFile = z.strictObject({
  path: z.string(),
  now: z.discriminatedUnion('what', [
    z.strictObject({ what: z.literal('text'), text: z.string() }),
    z.strictObject({ what: z.literal('missing') }),
    z.strictObject({ what: z.literal('too-big') }),
    /** It is not text, not a regular file, or not readable by us. */
    z.strictObject({ what: z.literal('unreadable') }),
  ]),
  /** Whether somebody else changed it since Claude last read or wrote it; null when Claude has done neither, as far as we know. */
  changedSinceRead: z.boolean().nullable(),
});
export type AskedFile = z.infer<typeof AskedFile>;
