import path from 'node:path';
import { z } from 'zod';
import { ApiStatus, Done, PendingAnswer, type PendingRequest, Queued, Sent, SessionsAnswer, Started } from '../shared/api';
import { sessionStateWords } from '../shared/session-words';
import { type ApiClient, Refusal } from './api-client';
import { CommandFailure, type CommandIo, exitCode } from './command-io';
import type { Parsed } from './command-line';
import { requestText } from './request-text';
import { matchRequests, shortIds } from './short-ids';
import { plain, textTable } from './text-table';

/** What a command prints: JSON for programs, text for people. */
interface Printed {
  readonly json: unknown;
  readonly text: string;
}

type Act = (client: ApiClient, parsed: Parsed, io: Pick<CommandIo, 'cwd'>) => Promise<Printed>;

const pendingOf = (client: ApiClient) => client.get('/api/pending', PendingAnswer);
const sessionsOf = (client: ApiClient) => client.get('/api/sessions', SessionsAnswer);
const titlesOf = async (client: ApiClient) => new Map((await sessionsOf(client)).sessions.map(({ id, title }) => [id, title]));

export const listPending: Act = async (client) => {
  const [answer, titles] = [await pendingOf(client), await titlesOf(client)];
  const ids = shortIds(answer.pending.map(({ requestId }) => requestId));
  const rows = answer.pending.map(({ kind, sessionId, summary, needsLook }, index) => [
    ids[index] ?? '',
    kind,
    titles.get(sessionId) ?? '',
    `${summary}${needsLook && kind === 'permission' ? ' (look)' : ''}`,
  ]);
  return { json: answer, text: rows.length === 0 ? 'Nothing waits.\n' : textTable(['ID', 'KIND', 'SESSION', 'REQUEST'], rows) };
};

export const listSessions: Act = async (client) => {
  const answer = await sessionsOf(client);
  const rows = answer.sessions.map(({ id, title, folder, state, waiting }) => [
    id.slice(0, 8),
    sessionStateWords[state],
    waiting === 0 ? '' : String(waiting),
    title,
    folder,
  ]);
  return {
    json: answer,
    text: rows.length === 0 ? 'There are no sessions.\n' : textTable(['ID', 'STATE', 'WAITING', 'TITLE', 'FOLDER'], rows),
  };
};

export const showRequest: Act = async (client, { words: [id = ''] }) => {
  const request = one(matchRequests((await pendingOf(client)).pending, id), id);
  if (!request) throw gone(id);
  return { json: request, text: requestText(request, (await titlesOf(client)).get(request.sessionId) ?? '') };
};

export const allow: Act = async (client, { words: [id = ''], scope }) => {
  const { json } = await decide(client, id, 'approve', (request) => ({
    decision: 'allow',
    ...(scope === undefined ? {} : { scope }),
    ...(request ? { seen: request.fingerprint } : {}),
  }));
  return { json, text: 'Allowed.\n' };
};

export const deny: Act = async (client, { words: [id = ''], reason, stop }) => {
  const { json } = await decide(client, id, 'deny', () => ({ ...(reason === undefined ? {} : { reason }), ...(stop ? { stop } : {}) }));
  return { json, text: 'Denied.\n' };
};

export const answer: Act = async (client, { words: [id = '', ...pairs] }) => {
  const answers = toAnswers(pairs);
  const { json } = await decide(client, id, 'answer', () => ({ answers }));
  return { json, text: 'Answered.\n' };
};

export const send: Act = async (client, { words: [name = '', ...text] }) => {
  const session = await findSession(client, name);
  const json = await client.post(
    `/api/sessions/${encodeURIComponent(session)}/message`,
    { message: text.join(' ') },
    z.union([Sent, Queued]),
  );
  return {
    json,
    text:
      json.status === 'sent'
        ? 'Sent.\n'
        : `Queued until the turn ends.${json.replaced ? ' It replaced the message that was queued.' : ''}\n`,
  };
};

export const startSession: Act = async (client, { words: [folder = '', ...text] }, { cwd }) => {
  const message = text.join(' ');
  const json = await client.post('/api/sessions', { folder: path.resolve(cwd, folder), ...(message === '' ? {} : { message }) }, Started);
  return { json, text: `${json.id}\n` };
};

export const interrupt: Act = async (client, { words: [name = ''] }) => {
  const session = await findSession(client, name);
  return { json: await client.post(`/api/sessions/${encodeURIComponent(session)}/interrupt`, {}, Done), text: 'Interrupted.\n' };
};

export const openFolder: Act = async (client, { words: [folder = ''] }, { cwd }) => ({
  json: await client.post('/api/open', { folder: path.resolve(cwd, folder) }, Done),
  text: '',
});

export const status: Act = async (client) => {
  const { version, socket, http } = await client.get('/api/status', ApiStatus);
  return {
    json: { running: true, socket, http, version },
    text: `Signalbox ${version} runs.\nSocket: ${socket}\nAPI: ${http ?? 'off'}\n`,
  };
};

const gone = (id: string) => new CommandFailure(exitCode.failed, `No request is named ${plain(id)}. “signalbox pending” lists them.`);

/** The only match; null if there is none. */
function one<T>(matches: readonly T[], id: string): T | null {
  if (matches.length > 1) throw new CommandFailure(exitCode.failed, `${plain(id)} names ${matches.length} requests. Write more of the id.`);
  return matches[0] ?? null;
}

/** Decides on the request that an id names. The app says who was first if it no longer waits. */
async function decide(
  client: ApiClient,
  id: string,
  route: 'approve' | 'deny' | 'answer',
  toBody: (request: PendingRequest | null) => object,
): Promise<{ json: object }> {
  const request = one(matchRequests((await pendingOf(client)).pending, id), id);
  const post = (sessionId: string, named: object) =>
    client.post(`/api/sessions/${encodeURIComponent(sessionId)}/${route}`, { ...named, ...toBody(request) }, Done);
  if (request) {
    const { sessionId, requestId, interaction } = request;
    return { json: await post(sessionId, { requestId, ...(interaction ? { interactionId: interaction.id } : {}) }) };
  }
  for (const { id: sessionId } of (await sessionsOf(client)).sessions) {
    try {
      return { json: await post(sessionId, { requestId: id }) };
    } catch (error) {
      if (!(error instanceof Refusal) || error.problem.status !== 404) throw error;
    }
  }
  throw gone(id);
}

async function findSession(client: ApiClient, name: string): Promise<string> {
  const { sessions } = await sessionsOf(client);
  const exact = sessions.filter(({ id, title }) => id === name || title === name);
  const matches = exact.length > 0 ? exact : sessions.filter(({ id }) => name !== '' && id.startsWith(name));
  const [session, ...others] = matches;
  if (session && others.length === 0) return session.id;
  throw new CommandFailure(
    exitCode.failed,
    session
      ? `${plain(name)} names ${matches.length} sessions. Use the id.`
      : `No session is named ${plain(name)}. “signalbox sessions” lists them.`,
  );
}

/** KEY=VALUE, where the same key twice makes a list. A single value without a key answers the only question. */
function toAnswers(pairs: readonly string[]): Readonly<Record<string, string | string[]>> {
  const [only, ...others] = pairs;
  if (only !== undefined && others.length === 0 && !only.includes('=')) return { 0: only };
  const answers = new Map<string, string[]>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw new CommandFailure(exitCode.usage, `“${plain(pair)}” is not KEY=VALUE.`);
    const key = pair.slice(0, at);
    answers.set(key, [...(answers.get(key) ?? []), pair.slice(at + 1)]);
  }
  return Object.fromEntries([...answers].map(([key, values]) => [key, values.length === 1 ? (values[0] ?? '') : values]));
}
