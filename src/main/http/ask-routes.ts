import { AnswerBody, ApproveBody, DenyBody, Done, DoneByToolCall } from '../../shared/api';
import type { Ask } from '../../shared/ask';
import type { Decision } from '../../shared/decision';
import { AppError } from '../../shared/errors';
import { AskId, askId, SessionId } from '../../shared/ids';
import type { InteractionId } from '../../shared/interaction';
import type { AskDesk } from '../asks/ask-desk';
import { toAnswerDecision } from './answer-values';
import type { ApiOwners } from './owners';
import { type Answer, type Call, type Route, route } from './route';

/** How a body names an ask: by its id, or by the id of its tool call. */
interface Naming {
  readonly requestId?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly interactionId?: InteractionId | undefined;
  readonly seen?: string | undefined;
}

/** The routes that decide. */
export function askRoutes({ desk, sessions }: ApiOwners): Route[] {
  /** Decides on the ask that the body names. The desk says who was first if somebody was. */
  const decide = async <B extends Naming>({ params, body, caller }: Call<B>, toDecision: (ask: Ask) => Decision): Promise<Answer> => {
    const session = sessions.get(SessionId.parse(params.id));
    const ask = findAsk(desk, session.id, body.requestId ?? body.toolCallId ?? '');
    const { interactionId = ask.interaction?.id, seen } = body;
    // First, because the next prompt may have other fields.
    if (ask.interaction && interactionId !== ask.interaction.id)
      throw new AppError('stale-interaction', 'This answer was for an earlier prompt. Look at the new one.');
    await desk.decide(ask.id, toDecision(ask), caller.surface, { interactionId, seen });
    return { status: 200, body: body.requestId === undefined ? { ok: true } : { status: 'ok' } };
  };
  const answer = (call: Call<AnswerBody>): Promise<Answer> =>
    decide(call, (ask) => toAnswerDecision(ask.kind, ask.truncated ? desk.input(ask.id) : ask.input, call.body.answers));
  const answers = { 200: Done.or(DoneByToolCall) };
  return [
    route({
      method: 'POST',
      path: '/api/sessions/:id/approve',
      role: 'answer',
      does: 'Decides a permission request or a plan.',
      body: ApproveBody,
      answers,
      refuses: [404, 409],
      handle: (call) =>
        decide(call, (ask) => {
          const { decision, reason, scope } = call.body;
          return decision === 'deny' ? toDenial(ask, { reason }) : toApproval(ask, scope);
        }),
    }),
    route({
      method: 'POST',
      path: '/api/sessions/:id/deny',
      role: 'answer',
      does: 'Denies a request of any kind. A form is closed.',
      body: DenyBody,
      answers,
      refuses: [404, 409],
      handle: (call) => decide(call, (ask) => toDenial(ask, call.body)),
    }),
    route({
      method: 'POST',
      path: '/api/sessions/:id/answer',
      role: 'answer',
      does: 'Answers questions or a form.',
      body: AnswerBody,
      answers,
      refuses: [404, 409],
      handle: answer,
    }),
    route({
      method: 'POST',
      path: '/api/sessions/:id/submit-answers',
      role: 'answer',
      does: 'The same as `answer`.',
      body: AnswerBody,
      answers: { 200: DoneByToolCall },
      refuses: [404, 409],
      handle: async (call) => ({ ...(await answer(call)), body: { ok: true } }),
    }),
  ];
}

/** Throws who answered it, if it no longer waits. An ask of another session is not found. */
function findAsk(desk: AskDesk, sessionId: SessionId, name: string): Ask {
  const id = name.startsWith(`${sessionId}/`) ? AskId.parse(name) : askId(sessionId, name);
  return desk.list.find((ask) => ask.id === id) ?? desk.asked(id).ask;
}

function toApproval({ interaction }: Ask, scope: ApproveBody['scope']): Decision {
  if (interaction) return { answer: 'allow', ...(scope === undefined ? {} : { approvalScope: scope }) };
  if (scope !== undefined && scope !== 'once')
    throw new AppError('bad-request', 'scope: Only approvals of tools have scopes. A rule is made in the window.');
  return { answer: 'allow' };
}

/** A form of a tool can only be closed. A form of an MCP server can be declined, which tells the server so. */
function toDenial({ kind, interaction }: Ask, { reason, stop }: Pick<DenyBody, 'reason' | 'stop'>): Decision {
  if (kind === 'form' && interaction?.origin.by === 'tool') return { answer: 'cancel' };
  return { answer: 'deny', ...(reason === undefined ? {} : { reason }), ...(stop === undefined ? {} : { stop }) };
}
