import type { ApiSession, PendingRequest } from '../../shared/api';
import { type Ask, formOf, questionsOf } from '../../shared/ask';
import { needsLook } from '../../shared/needs-look';
import type { SessionSummary } from '../../shared/session';
import type { AskDesk } from '../asks/ask-desk';

/** A session as the API shows it. */
export function toApiSession({
  id,
  title,
  folder,
  state,
  waiting,
  model,
  permissions,
  trusted,
  demo,
  trouble,
  unread,
  queued,
}: SessionSummary): ApiSession {
  const waits = queued && { message: queued.text, images: queued.images };
  return { id, title, folder, state, waiting, model, permissions, trusted, demo, trouble, unread, queued: waits };
}

/** A pending ask as the API shows it, with its whole input. */
export function toPendingRequest(ask: Ask, desk: Pick<AskDesk, 'input'>): PendingRequest {
  const { id, sessionId, toolUseId, kind, tool, summary, interaction, marks, fingerprint, agentName, note, askedAt, expiresAt } = ask;
  const { input, truncated } = wholeInput(ask, desk);
  return {
    requestId: id,
    toolCallId: toolUseId,
    sessionId,
    kind,
    toolName: tool,
    summary,
    input: { ...input },
    truncated,
    questions: kind === 'question' ? questionsOf(input) : null,
    form: kind === 'form' ? formOf(input) : null,
    interaction,
    marks,
    needsLook: needsLook(ask),
    fingerprint,
    agentName,
    note,
    askedAt,
    expiresAt,
  };
}

function wholeInput({ id, input, truncated }: Ask, desk: Pick<AskDesk, 'input'>): Pick<Ask, 'input' | 'truncated'> {
  if (!truncated) return { input, truncated };
  try {
    return { input: desk.input(id), truncated: false };
  } catch {
    return { input, truncated };
  }
}
