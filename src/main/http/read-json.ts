import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { maxBodyBytes } from '../../shared/api';
import { AppError } from '../../shared/errors';

const tooLarge = () => new AppError('too-large', `A body may have ${maxBodyBytes} bytes at most.`);

/** Reads the body of a request as JSON. Stops reading at the limit; an empty body is an empty object. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The answer to a body that is too large must still reach its sender.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  if (bytes === 0) return {};
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new AppError('bad-request', 'The body is not JSON.');
  }
}

/** Reads the body as the route wants it. The error names what is wrong in it. */
export async function readBody<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> {
  const { data, error } = schema.safeParse(await readJson(request));
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  const where = issue?.path.join('.') ?? '';
  throw new AppError('bad-request', `${where === '' ? '' : `${where}: `}${issue?.message ?? 'The body is not as agreed.'}`);
}
