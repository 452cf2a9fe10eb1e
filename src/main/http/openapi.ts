import { z } from 'zod';
import * as shapes from '../../shared/api';
import { apiEvents, apiEventWords, EndedRequest, MessageEvent, Prompt, ResetEvent, SessionEvent } from '../../shared/api-events';
import { AppError } from '../../shared/errors';
import { type Answer, type Route, route } from './route';

/** Every schema that the document names. */
const named: Readonly<Record<string, z.ZodType>> = {
  AnswerBody: shapes.AnswerBody,
  ApproveBody: shapes.ApproveBody,
  DenyBody: shapes.DenyBody,
  Document: shapes.OpenApiDocument,
  Done: shapes.Done,
  DoneByToolCall: shapes.DoneByToolCall,
  EndedRequest,
  MessageBody: shapes.MessageBody,
  MessageEvent,
  NewSessionBody: shapes.NewSessionBody,
  OpenBody: shapes.OpenBody,
  Pending: shapes.PendingAnswer,
  PendingRequest: shapes.PendingRequest,
  Problem: shapes.Problem,
  Prompt,
  Queued: shapes.Queued,
  ResetEvent,
  Sent: shapes.Sent,
  Session: shapes.ApiSession,
  SessionEvent,
  Sessions: shapes.SessionsAnswer,
  Started: shapes.Started,
  Status: shapes.ApiStatus,
};
const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));

/** Every route may refuse with these. */
const refusedEverywhere = [400, 401, 403, 413, 500];

const refOf = (name: string): string => `#/components/schemas/${name}`;

function refTo(schema: z.ZodType): object {
  if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map((option) => (option instanceof z.ZodType ? refTo(option) : {})) };
  const name = names.get(schema);
  if (name === undefined) throw new AppError('internal', 'A schema of the API has no name.');
  return { $ref: refOf(name) };
}

export const documentRoute = (routes: () => readonly Route[], version: string): Route =>
  route({
    method: 'GET',
    path: '/api/openapi.json',
    role: 'look',
    does: 'This API as an OpenAPI 3.1 document.',
    answers: { 200: shapes.OpenApiDocument },
    refuses: [],
    handle: () => ({ status: 200, body: openApiOf(routes(), version) }),
  });

/** Describes the API as an OpenAPI 3.1 document, from the routes and schemas that serve it. */
function openApiOf(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const one of routes) {
    const path = one.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: operationOf(one) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Signalbox', version, description: 'What waits in your sessions, and the answers to it.' },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'In the file http-token of the data folder. Not needed on the Unix socket.' },
      },
      schemas: schemas(),
    },
    'x-events': Object.fromEntries(
      Object.entries(apiEvents).map(([name, schema]) => [name, { description: wordsOf(name), data: refTo(schema) }]),
    ),
  };
}

function operationOf({ method, path, role, does, body, answers, refuses }: Route): object {
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const refused = [...new Set([...refusedEverywhere, ...refuses])].sort((one, other) => one - other);
  const problem = { description: 'Refused', content: { 'application/problem+json': { schema: refTo(shapes.Problem) } } };
  return {
    summary: does,
    operationId: `${method.toLowerCase()}${path.replaceAll(/\/api|:/g, '').replaceAll(/[/.-]+(\w)/g, (_all, letter: string) => letter.toUpperCase())}`,
    ...(params.length > 0 ? { parameters: params } : {}),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: refTo(body) } } } } : {}),
    responses: { ...answersOf(answers), ...Object.fromEntries(refused.map((status) => [status, problem])) },
    'x-role': role,
  };
}

function answersOf(answers: Route['answers']): Readonly<Record<string, object>> {
  const statuses: readonly Answer['status'][] = [200, 201, 202];
  const told = statuses.flatMap((status) => {
    const schema = answers[status];
    return schema ? [[status, { description: 'Done', content: { 'application/json': { schema: refTo(schema) } } }] as const] : [];
  });
  if (told.length > 0) return Object.fromEntries(told);
  return {
    200: { description: 'A stream of events, as x-events lists them', content: { 'text/event-stream': { schema: { type: 'string' } } } },
  };
}

const wordsOf = (name: string): string => new Map<string, string>(Object.entries(apiEventWords)).get(name) ?? '';

function schemas(): Readonly<Record<string, unknown>> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas: made } = z.toJSONSchema(registry, { uri: refOf, unrepresentable: 'any', io: 'input' });
  // The document itself says which dialect they are in, and where they are.
  return Object.fromEntries(Object.entries(made).map(([name, { $schema, $id, ...schema }]) => [name, schema]));
}
