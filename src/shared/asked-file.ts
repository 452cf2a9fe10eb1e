import { z } from 'zod';

/** The file that a call would change, as it is now. */
export const AskedFile = z.strictObject({
  path: z.string(),
  now: z.discriminatedUnion('what', [
    z.strictObject({ what: z.literal('text'), text: z.string() }),
    z.strictObject({ what: z.literal('missing') }),
    z.strictObject({ what: z.literal('too-big') }),
    /** Not text, not a plain file, or not to be read by us. */
    z.strictObject({ what: z.literal('unreadable') }),
  ]),
  /** Whether somebody else changed it since Claude last read or wrote it; null when Claude did neither that we know of. */
  changedSinceRead: z.boolean().nullable(),
});
export type AskedFile = z.infer<typeof AskedFile>;
