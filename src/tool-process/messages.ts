import { z } from 'zod';
import { FormValues } from '../shared/form';
import { ApprovalScope, InteractionAction } from '../shared/interaction';
import { isJsonObject, JsonObject } from '../shared/json-object';
import type { ToolErrorCode } from '../tool-api/definition';
import type { Prompt } from '../tool-api/run-interaction';

/** The longest result of a call, as JSON. Claude reads all of it. */
export const maxResultLength = 1_000_000;
/** The longest JSON schema of a tool's arguments. */
export const maxParametersLength = 100_000;
const maxMessageLength = 10_000;

const message = z.string().max(maxMessageLength);
const callId = z.int().positive();
const requestId = z.int().positive();

/** The code of a `ToolError`. Any other error has none. */
const ErrorCode = z.enum([
  'interaction-unavailable',
  'interaction-cancelled',
  'too-many-reprompts',
  'invalid-request',
] satisfies ToolErrorCode[]);

/** The name of a tool as Claude may call it. */
export const ToolName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, “_” or “-”');

/** A tool that was loaded, without its handler. */
export const LoadedTool = z.strictObject({
  name: ToolName,
  title: z.string().min(1).max(200),
  description: z.string().min(1).max(20_000),
  parameters: JsonObject.refine((schema) => JSON.stringify(schema).length <= maxParametersLength),
  onRestart: z.enum(['rerun', 'fail']),
});
export type LoadedTool = z.infer<typeof LoadedTool>;

/** What a handler asks the app for. */
export const Wanted = z.discriminatedUnion('what', [
  /** The content of a prompt is checked where it is shown: parsePrompt. */
  z.strictObject({ what: z.literal('prompt'), prompt: z.custom<Prompt>(isJsonObject) }),
  z.strictObject({ what: z.literal('postpone'), message: z.string().min(1).max(maxMessageLength), queued: z.boolean() }),
  z.strictObject({ what: z.literal('get-approval'), key: z.string().max(maxMessageLength) }),
  z.strictObject({ what: z.literal('set-approval'), key: z.string().max(maxMessageLength), scope: ApprovalScope }),
  z.strictObject({ what: z.literal('clear-session-approvals') }),
]);
export type Wanted = z.infer<typeof Wanted>;

/** Every message from a tool's process. Main trusts none of them. */
export const FromTool = z.discriminatedUnion('type', [
  /** The process runs. The author's code is not loaded yet. */
  z.strictObject({ type: z.literal('started') }),
  z.strictObject({ type: z.literal('loaded'), tool: LoadedTool }),
  z.strictObject({ type: z.literal('load-failed'), message }),
  z.strictObject({ type: z.literal('result'), call: callId, json: z.string().max(maxResultLength) }),
  z.strictObject({ type: z.literal('error'), call: callId, code: ErrorCode.nullable(), message }),
  /** The process takes messages, so its code does not block it. */
  z.strictObject({ type: z.literal('cancel-seen'), call: callId }),
  z.strictObject({ type: z.literal('request'), call: callId, request: requestId, wanted: Wanted }),
  /** The author's code threw where nobody catches it. The process exits. */
  z.strictObject({ type: z.literal('crashed'), message }),
]);
export type FromTool = z.infer<typeof FromTool>;

export const CallContext = z.strictObject({ sessionId: z.string(), toolCallId: z.string(), cwd: z.string(), isInteractive: z.boolean() });
export type CallContext = z.infer<typeof CallContext>;

/** The answer to a request. */
const Reply = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), code: ErrorCode.nullable(), message: z.string() }),
]);
export type Reply = z.infer<typeof Reply>;

/** Every message to a tool's process. */
export const ToTool = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('load'), file: z.string() }),
  z.strictObject({ type: z.literal('call'), call: callId, args: JsonObject, context: CallContext }),
  z.strictObject({ type: z.literal('cancel'), call: callId }),
  z.strictObject({ type: z.literal('reply'), request: requestId, reply: Reply }),
]);
export type ToTool = z.infer<typeof ToTool>;

/** The answer to a prompt, as a reply carries it. */
export const PromptAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('response'),
    response: z.strictObject({
      action: InteractionAction,
      approvalScope: ApprovalScope.exactOptional(),
      input: FormValues.exactOptional(),
      reason: z.string().exactOptional(),
    }),
  }),
  z.strictObject({ kind: z.literal('timeout') }),
]);
