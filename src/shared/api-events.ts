import { z } from 'zod';
import { ApiSession, PendingRequest } from './api';
import { Ask } from './ask';
import { SessionId } from './ids';
import { RecordedDecision, RecordedSurface } from './ledger';
import { InteractionStep } from './transcript';

export const EndedRequest = z.strictObject({
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

export const Prompt = z.strictObject({
  sessionId: SessionId,
  requestId: z.string().nullable(),
  toolCallId: z.string().nullable(),
  interaction: InteractionStep,
});

export const MessageEvent = z.strictObject({ sessionId: SessionId, message: z.string(), at: z.number() });
export const SessionEvent = z.strictObject({ sessionId: SessionId, session: ApiSession.nullable() });
export const ResetEvent = z.strictObject({ reason: z.enum(['unknown-id', 'too-old']) });

/** Every event of `GET /api/events`, with its data. */
export const apiEvents = {
  'approval-requested': PendingRequest,
  'question-requested': PendingRequest,
  'interaction-request': Prompt,
  'interaction-response': Prompt,
  'approval-resolved': EndedRequest,
  'approval-cancelled': EndedRequest,
  'message-queued': MessageEvent,
  'message-sent': MessageEvent,
  'session-changed': SessionEvent,
  reset: ResetEvent,
} as const;
export type ApiEventName = keyof typeof apiEvents;
export type ApiEvent = { readonly [N in ApiEventName]: { readonly name: N; readonly data: z.infer<(typeof apiEvents)[N]> } }[ApiEventName];

/** What each event tells, for the documentation. */
export const apiEventWords: Readonly<Record<ApiEventName, string>> = {
  'approval-requested': 'A permission or a plan waits, or it changed while it waited.',
  'question-requested': 'Questions of Claude wait.',
  'interaction-request': 'A tool or an MCP server asks. A tool may ask again in the same call.',
  'interaction-response': 'Such a prompt was answered, or ended without an answer.',
  'approval-resolved': 'A request of any kind ended, also one that a rule or a mode decided.',
  'approval-cancelled': 'A request ended without a decision. `approval-resolved` follows.',
  'message-queued': 'A message waits for the turn to end.',
  'message-sent': 'Claude has a message.',
  'session-changed': 'A session is new or changed. Null if it was closed.',
  reset: 'Events were missed and can’t be sent again: read the lists anew.',
};

/** How often a stream says that it is alive. */
export const heartbeatMs = 15_000;
