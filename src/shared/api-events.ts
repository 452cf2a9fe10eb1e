import { z } from 'zod';
import { ApiSession, PendingRequest } from './api';
import { Ask } from './ask';
import { SessionId } from './ids';
import { RecordedDecision, RecordedSurface } from './ledger';
import { InteractionStep } from './transcript';

const ended = z.strictObject({
  requestId: Ask.shape.id,
  toolCallId: z.string().nullable(),
  sessionId: SessionId,
  kind: Ask.shape.kind,
  toolName: z.string(),
  decision: RecordedDecision.meta({ description: 'The answer that arrived, or how the request ended without one.' }),
  surface: RecordedSurface.meta({ description: 'Where it was decided. `none` if nobody decided.' }),
  reason: z.string().nullable().meta({ description: 'The reason of a denial, or the rule or mode that decided.' }),
  at: z.number(),
});

const prompt = z.strictObject({ sessionId: SessionId, requestId: z.string().nullable(), toolCallId: z.string().nullable() });

/** Every event of `GET /api/events`, with its data. */
export const apiEvents = {
  'approval-requested': PendingRequest.meta({ description: 'A permission or a plan waits, or it changed while it waited.' }),
  'question-requested': PendingRequest.meta({ description: 'Questions of Claude wait.' }),
  'interaction-request': prompt
    .extend({ interaction: InteractionStep })
    .meta({ description: 'A tool or an MCP server asks. A tool may ask again in the same call.' }),
  'interaction-response': prompt
    .extend({ interaction: InteractionStep })
    .meta({ description: 'Such a prompt was answered, or ended without an answer.' }),
  'approval-resolved': ended.meta({ description: 'A request of any kind ended, also one that a rule or a mode decided.' }),
  'approval-cancelled': ended.meta({ description: 'It ended without a decision. `approval-resolved` follows.' }),
  'message-queued': z
    .strictObject({ sessionId: SessionId, message: z.string(), at: z.number() })
    .meta({ description: 'A message waits for the turn to end.' }),
  'message-sent': z
    .strictObject({ sessionId: SessionId, message: z.string(), at: z.number() })
    .meta({ description: 'Claude has a message.' }),
  'session-changed': z
    .strictObject({ sessionId: SessionId, session: ApiSession.nullable() })
    .meta({ description: 'A session is new or changed. Null if it was closed.' }),
  reset: z
    .strictObject({ reason: z.enum(['unknown-id', 'too-old']) })
    .meta({ description: 'Events were missed and can’t be sent again: read the lists anew.' }),
} as const;
export type ApiEventName = keyof typeof apiEvents;
export type ApiEvent = { readonly [N in ApiEventName]: { readonly name: N; readonly data: z.infer<(typeof apiEvents)[N]> } }[ApiEventName];

/** How often a stream says that it is alive. */
export const heartbeatMs = 15_000;
