import { z } from 'zod';
import { SessionId } from '../../shared/ids';
import { OfferedMessage, OutgoingMessage } from '../../shared/session';

/**
 * Where the CLI keeps the conversation. `none`: nothing of it is on the CLI's disk yet. `fork`: the next run makes a
 * branch of another conversation. `kept`: it can be resumed.
 */
const Conversation = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({ state: z.literal('fork'), from: z.string() }),
  z.strictObject({ state: z.literal('kept'), id: z.string() }),
]);

/** What a session is, beyond any run. */
export const StoredSession = z.strictObject({
  id: SessionId,
  title: z.string(),
  /** The person chose the title. */
  named: z.boolean(),
  folder: z.string(),
  demo: z.boolean(),
  trusted: z.boolean(),
  model: z.string().nullable(),
  /** The mode the next run starts in. */
  mode: z.enum(['default', 'plan']),
  /** How permissions are decided: for good, and until when all of them are approved. */
  permissions: z
    .strictObject({ lasting: z.enum(['ask', 'safe']), allUntil: z.number().nullable() })
    .default({ lasting: 'ask', allUntil: null }),
  conversation: Conversation,
  /** Waits for the run to be ready. */
  opening: OutgoingMessage.nullable(),
  /** Waits for the turn to end. */
  queued: OutgoingMessage.nullable(),
  /** Earlier versions kept only its text. */
  offered: z.preprocess((raw) => (typeof raw === 'string' ? { text: raw, images: [] } : raw), OfferedMessage.nullable()),
});
export type StoredSession = z.infer<typeof StoredSession>;
