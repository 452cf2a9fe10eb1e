import { z } from 'zod';
import { SessionId } from '../../../shared/ids';
import { defineTool, type ToolDefinition, ToolError } from '../../../tool-api/definition';

const Args = z.object({ title: z.string().min(1).max(200), body: z.string().max(2_000).optional() });

/** What a tool tells the person, on the desktop if they are elsewhere. */
export interface ToolNotice {
  readonly sessionId: SessionId;
  readonly title: string;
  readonly body: string;
}

/** Tells the person something without waiting for an answer. */
export const notifyUser = (notify: (notice: ToolNotice) => void): ToolDefinition =>
  defineTool({
    name: 'notify_user',
    title: 'Notification',
    description:
      'Tell the user something with a desktop notification, without waiting: for example that a long task is done. Returns {"ok":true}.',
    parameters: {
      type: 'object',
      properties: { title: { type: 'string' }, body: { type: 'string' } },
      required: ['title'],
    },
    async handler(raw, { sessionId }) {
      const parsed = Args.safeParse(raw);
      if (!parsed.success) throw new ToolError('invalid-request', z.prettifyError(parsed.error));
      const { title, body = '' } = parsed.data;
      notify({ sessionId: SessionId.parse(sessionId), title, body });
      return { ok: true };
    },
  });
