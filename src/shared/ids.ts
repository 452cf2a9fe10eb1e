import { z } from 'zod';

/** Ours. The CLI's own id of a conversation is a fact about a run: it changes after /clear and on a fork. */
export const SessionId = z.string().min(1).brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;

export const RunId = z.string().min(1).brand<'RunId'>();
export type RunId = z.infer<typeof RunId>;

export const AskId = z.string().min(1).brand<'AskId'>();
export type AskId = z.infer<typeof AskId>;

/** A new run asks again under a new request id; the tool call keeps its own. */
export const askId = (sessionId: SessionId, toolUseId: string): AskId => AskId.parse(`${sessionId}/${toolUseId}`);
