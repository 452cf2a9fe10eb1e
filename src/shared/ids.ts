import { z } from 'zod';

/** Our own id. The CLI's id of the conversation belongs to a run: it changes after /clear and on a fork. */
export const SessionId = z.string().min(1).brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;

export const RunId = z.string().min(1).brand<'RunId'>();
export type RunId = z.infer<typeof RunId>;

export const AskId = z.string().min(1).brand<'AskId'>();
export type AskId = z.infer<typeof AskId>;

/** A new run asks again with a new request id, but the tool call keeps its id. */
export const askId = (sessionId: SessionId, toolUseId: string): AskId => AskId.parse(`${sessionId}/${toolUseId}`);
