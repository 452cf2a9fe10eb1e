import path from 'node:path';
import {
  ApiStatus,
  Done,
  MessageBody,
  NewSessionBody,
  OpenBody,
  PendingAnswer,
  Queued,
  Sent,
  SessionsAnswer,
  Started,
} from '../../shared/api';
import { AppError } from '../../shared/errors';
import { SessionId } from '../../shared/ids';
import { toApiSession, toPendingRequest } from './api-shapes';
import type { ApiOwners } from './owners';
import { type Answer, type Route, route } from './route';

const ok: Answer = { status: 200, body: { status: 'ok' } };

/** The routes about sessions. */
export function sessionRoutes({ desk, sessions, settings, openFolder, status }: ApiOwners): Route[] {
  const sessionOf = ({ id = '' }: Readonly<Record<string, string>>) => sessions.get(SessionId.parse(id));
  return [
    route({
      method: 'GET',
      path: '/api/status',
      role: 'look',
      does: 'Where the server listens, and the version of the app.',
      answers: { 200: ApiStatus },
      refuses: [],
      handle: () => ({ status: 200, body: status() }),
    }),
    route({
      method: 'GET',
      path: '/api/sessions',
      role: 'look',
      does: 'The open sessions, each with its state and how many requests wait.',
      answers: { 200: SessionsAnswer },
      refuses: [],
      handle: () => ({ status: 200, body: { sessions: sessions.list.sessions.map(toApiSession) } }),
    }),
    route({
      method: 'POST',
      path: '/api/sessions',
      role: 'everything',
      does: 'Starts a session in a folder that a person trusted in the window before.',
      body: NewSessionBody,
      answers: { 201: Started },
      refuses: [],
      handle: async ({ body }) => ({ status: 201, body: { id: await startSession({ sessions, settings }, body) } }),
    }),
    route({
      method: 'POST',
      path: '/api/sessions/:id/message',
      role: 'everything',
      does: 'Sends Claude a message, or queues it until the turn ends.',
      body: MessageBody,
      answers: { 200: Sent, 202: Queued },
      refuses: [404],
      handle: ({ params, body: { message } }) => {
        const session = sessionOf(params);
        const before = session.record.queued;
        const { queued } = session.send({ text: message, images: [] });
        if (!queued) return { status: 200, body: { status: 'sent' } };
        return { status: 202, body: { status: 'queued', ...(before ? { replaced: { message: before.text } } : {}) } };
      },
    }),
    route({
      method: 'POST',
      path: '/api/sessions/:id/interrupt',
      role: 'everything',
      does: 'Interrupts the turn. Does nothing if there is none.',
      answers: { 200: Done },
      refuses: [404],
      handle: async ({ params }) => {
        await sessionOf(params).interrupt();
        return ok;
      },
    }),
    route({
      method: 'GET',
      path: '/api/sessions/:id/pending',
      role: 'look',
      does: 'What waits in one session, oldest first.',
      answers: { 200: PendingAnswer },
      refuses: [404],
      handle: ({ params }) => {
        const { id } = sessionOf(params);
        return {
          status: 200,
          body: { pending: desk.list.filter((ask) => ask.sessionId === id).map((ask) => toPendingRequest(ask, desk)) },
        };
      },
    }),
    route({
      method: 'GET',
      path: '/api/pending',
      role: 'look',
      does: 'What waits in all sessions, oldest first.',
      answers: { 200: PendingAnswer },
      refuses: [],
      handle: () => ({ status: 200, body: { pending: desk.list.map((ask) => toPendingRequest(ask, desk)) } }),
    }),
    route({
      method: 'POST',
      path: '/api/open',
      role: 'everything',
      does: 'Shows the window with the New session dialog for a folder.',
      body: OpenBody,
      answers: { 200: Done },
      refuses: [],
      handle: ({ body: { folder } }) => {
        if (!path.isAbsolute(folder)) throw new AppError('bad-request', 'folder: It must be an absolute path.');
        openFolder(folder);
        return ok;
      },
    }),
  ];
}

/** Starts a session as the New session dialog does, but never asks about trust: only a person who sees what would run can answer that. */
async function startSession({ sessions, settings }: Pick<ApiOwners, 'sessions' | 'settings'>, body: NewSessionBody): Promise<SessionId> {
  const { folder, message = '', permissions, worktree } = body;
  const { real, trusted } = await sessions.folders.inspect(folder);
  if (real !== null && !trusted)
    throw new AppError('not-trusted', 'Nobody trusts this folder yet. Open it once in the window, which shows what it would run.');
  return sessions.create({
    folder,
    message: message.trim() === '' ? null : { text: message, images: [] },
    model: body.model ?? settings.value.model,
    planFirst: body.planFirst ?? settings.value.planFirst,
    permissions: { mode: permissions ?? settings.value.permissionMode },
    ...(worktree === undefined ? {} : { worktree }),
    trust: null,
    demo: false,
  });
}
