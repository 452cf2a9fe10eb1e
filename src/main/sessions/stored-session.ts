import { z } from 'zod';
import { SessionId } from '../../shared/ids';
import { ImageType, MessageImage } from '../../shared/session';

/**
 * Where the CLI keeps the conversation. `none`: nothing of it is on the CLI's disk yet. `fork`: the next run makes a
 * branch of another conversation. `kept`: it can be resumed.
 */
const Conversation = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({ state: z.literal('fork'), from: z.string() }),
  z.strictObject({ state: z.literal('kept'), id: z.string() }),
]);

/** A picture as earlier versions kept it, inside the message. */
export const InlineImage = z.strictObject({ mediaType: ImageType, data: z.base64() });
export type InlineImage = z.infer<typeof InlineImage>;

/** Reads a session. `addPicture` stores each picture that an earlier version kept inside a message. */
export const storedSession = (addPicture: (image: InlineImage) => MessageImage) => {
  const message = z.strictObject({ text: z.string(), images: z.array(z.union([MessageImage, InlineImage.transform(addPicture)])) });
  return z.strictObject({
    id: SessionId,
    title: z.string(),
    /** The person chose the title. */
    named: z.boolean(),
    folder: z.string(),
    demo: z.boolean(),
    trusted: z.boolean(),
    /** Whether tools may ask the person in this session. */
    interactive: z.boolean().default(true),
    model: z.string().nullable(),
    /** The mode the next run starts in. */
    mode: z.enum(['default', 'plan']),
    /** The lasting permission mode, and until when the mode "all" overrides it. */
    permissions: z
      .strictObject({ lasting: z.enum(['ask', 'safe']), allUntil: z.number().nullable() })
      .default({ lasting: 'ask', allUntil: null }),
    conversation: Conversation,
    /** The message that a run was started for, until the run takes it. */
    opening: message.nullable(),
    /** The message that waits for the end of the turn. */
    queued: message.nullable(),
    /** A message that was not sent, offered back to the person. Earlier versions kept only its text. */
    offered: z.preprocess((raw) => (typeof raw === 'string' ? { text: raw, images: [] } : raw), message.nullable()),
  });
};

/** The facts of a session that outlive its runs. */
export type StoredSession = z.infer<ReturnType<typeof storedSession>>;
