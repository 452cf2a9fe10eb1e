import { z } from 'zod';
import { Ask, Question } from './ask';
import { FormInput, InteractionId } from './interaction';
import { maxModelNameLength, maxPathLength, maxTextLength } from './limits';
import { PermissionMode, SessionSummary } from './session';

/*
 * The shapes of the local API: what callers send, and what they get. `docs/api.md` and the OpenAPI document are made from them, so
 * each field that does not explain itself has a description.
 */

/** The largest body of a request, in bytes. */
export const maxBodyBytes = 1_000_000;

/** A session. */
export const ApiSession = SessionSummary.pick({
  id: true,
  title: true,
  folder: true,
  state: true,
  waiting: true,
  model: true,
  permissions: true,
  trusted: true,
  demo: true,
  trouble: true,
  unread: true,
}).extend({
  queued: z
    .strictObject({ message: z.string(), images: z.int() })
    .nullable()
    .meta({ description: 'The message that waits for the turn to end.' }),
});
export type ApiSession = z.infer<typeof ApiSession>;

/** Something that waits for a person. */
export const PendingRequest = z.strictObject({
  requestId: Ask.shape.id.meta({ description: 'Names the request in every answer to it.' }),
  toolCallId: z.string().nullable().meta({ description: 'The id of the tool call. It names the request as well.' }),
  sessionId: Ask.shape.sessionId,
  kind: Ask.shape.kind,
  toolName: z.string(),
  summary: z.string().meta({ description: 'What the call would do, in one line.' }),
  input: z.record(z.string(), z.unknown()).meta({ description: 'The whole input of the call.' }),
  truncated: z.boolean().meta({ description: 'The whole input is lost, and this is its beginning. The call can only be denied.' }),
  questions: z.array(Question).nullable().meta({ description: 'Only of a question.' }),
  form: FormInput.nullable().meta({ description: 'Only of a form.' }),
  interaction: Ask.shape.interaction.unwrap().meta({ description: 'Set if a tool or an MCP server asks.' }),
  marks: Ask.shape.marks,
  needsLook: z.boolean().meta({ description: 'It can be allowed only in the window, where all of it is in view.' }),
  fingerprint: z.string().meta({ description: 'Changes when the call changes. Send it as `seen` to allow only this very call.' }),
  agentName: z.string().nullable(),
  note: Ask.shape.note,
  askedAt: z.number().meta({ description: 'Milliseconds since the epoch, like all times.' }),
  expiresAt: z.number().nullable(),
});
export type PendingRequest = z.infer<typeof PendingRequest>;

const named = {
  requestId: z.string().min(1).max(2_000).optional(),
  toolCallId: z.string().min(1).max(2_000).optional().meta({ description: 'The same as `requestId`.' }),
};
type Named = { readonly requestId?: string | undefined; readonly toolCallId?: string | undefined };
const isNamed = ({ requestId, toolCallId }: Named): boolean => requestId !== undefined || toolCallId !== undefined;
const unnamed = 'Send the requestId or the toolCallId of the request.';
const interactionId = InteractionId.optional().meta({
  description: 'The prompt that is meant, if a tool may ask several times. An answer to an earlier prompt is refused.',
});

const Reason = z.string().max(100_000).optional().meta({ description: 'Reaches Claude word for word. Only for a denial.' });

export const ApproveBody = z
  .strictObject({
    ...named,
    decision: z.enum(['allow', 'deny']).optional().meta({ description: 'Required with `requestId`. With `toolCallId` it may be missing.' }),
    reason: Reason,
    scope: z
      .enum(['once', 'session', 'always'])
      .optional()
      .meta({ description: 'How far the approval of a tool that offers scopes reaches.' }),
    seen: z.string().max(100).optional().meta({ description: 'The fingerprint of the call that is meant.' }),
    interactionId,
  })
  .refine(isNamed, unnamed)
  .refine(({ decision, toolCallId }) => decision !== undefined || toolCallId !== undefined, 'The decision must be "allow" or "deny".');
export type ApproveBody = z.infer<typeof ApproveBody>;

export const DenyBody = z
  .strictObject({
    ...named,
    reason: Reason,
    stop: z.boolean().optional().meta({ description: 'Also ends the turn.' }),
    interactionId,
  })
  .refine(isNamed, unnamed);
export type DenyBody = z.infer<typeof DenyBody>;

/** The value of one answer. */
const AnswerValue = z.union([z.string().max(100_000), z.number(), z.boolean(), z.array(z.string().max(100_000)).max(500)]);
export type AnswerValue = z.infer<typeof AnswerValue>;

export const AnswerBody = z
  .strictObject({
    ...named,
    answers: z.record(z.string().max(100_000), AnswerValue).meta({
      description:
        'Of a question: keyed by its text, or by its index as in {"0": "Red"}. Of a form: keyed by the ids of its fields, or by index. Several choices are a list, or a string with a JSON list.',
    }),
    interactionId,
  })
  .refine(isNamed, unnamed)
  .refine(({ answers }) => Object.keys(answers).length > 0, 'There are no answers.');
export type AnswerBody = z.infer<typeof AnswerBody>;

export const MessageBody = z.strictObject({
  message: z
    .string()
    .max(maxTextLength)
    .refine((text) => text.trim() !== '', 'The message is empty.'),
});

export const NewSessionBody = z.strictObject({
  folder: z
    .string()
    .min(1)
    .max(maxPathLength)
    .meta({ description: 'An absolute path. A person must have trusted the folder in the window.' }),
  message: z.string().max(maxTextLength).optional(),
  model: z.string().min(1).max(maxModelNameLength).optional(),
  planFirst: z.boolean().optional(),
  permissions: PermissionMode.exclude(['all'])
    .optional()
    .meta({ description: 'Only a person at the window can approve everything automatically.' }),
  worktree: z.boolean().optional().meta({ description: 'Starts in a new git worktree.' }),
});
export type NewSessionBody = z.infer<typeof NewSessionBody>;

export const OpenBody = z.strictObject({
  folder: z.string().min(1).max(maxPathLength).meta({ description: 'Opens the New session dialog for it. Nothing starts.' }),
});

export const Done = z.strictObject({ status: z.literal('ok') });
export const DoneByToolCall = z.strictObject({ ok: z.literal(true) });
export const Sent = z.strictObject({ status: z.literal('sent') });
export const Queued = z.strictObject({
  status: z.literal('queued'),
  replaced: z
    .strictObject({ message: z.string() })
    .optional()
    .meta({ description: 'The message that was queued before. It is offered back in the window.' }),
});
export const Started = z.strictObject({ id: SessionSummary.shape.id });
export const SessionsAnswer = z.strictObject({ sessions: z.array(ApiSession) });
export const PendingAnswer = z.strictObject({ pending: z.array(PendingRequest) });

export const OpenApiDocument = z.looseObject({ openapi: z.literal('3.1.0') });

/** Where the server of this instance listens. */
export const ApiStatus = z.strictObject({
  version: z.string(),
  /** The path of the Unix socket; null if it could not be opened. */
  socket: z.string().nullable(),
  /** The address of the loopback API; null while it is off. */
  http: z.string().nullable(),
});
export type ApiStatus = z.infer<typeof ApiStatus>;

/** An error, as RFC 9457 describes it. */
export const Problem = z.looseObject({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string().meta({ description: 'What programs decide by.' }),
  answeredBy: z.string().optional().meta({ description: 'With `already-answered`: the surface that was first.' }),
  answeredAt: z.number().optional(),
});
export type Problem = z.infer<typeof Problem>;
