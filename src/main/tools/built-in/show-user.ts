import { z } from 'zod';
import { defineTool, ToolError } from '../../../tool-api/definition';

const Args = z
  .object({
    title: z.string().optional(),
    markdown: z.string().optional(),
    table: z
      .object({ columns: z.array(z.string()).min(1), rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))) })
      .optional(),
    image: z
      .object({ mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']), data: z.base64(), alt: z.string().optional() })
      .optional(),
  })
  .refine(({ markdown, table, image }) => [markdown, table, image].filter((one) => one !== undefined).length === 1, {
    error: 'Give one of markdown, table or image.',
  });

/** Shows something in the transcript. The window draws it from the call's input. */
export const showUser = defineTool({
  name: 'show_user',
  title: 'Shown to you',
  description:
    'Show the user formatted text, a table or an image in the conversation. Give one of markdown, table or image. Returns {"ok":true}.',
  parameters: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      markdown: { type: 'string' },
      table: {
        type: 'object',
        properties: {
          columns: { type: 'array', items: { type: 'string' } },
          rows: { type: 'array', items: { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] } } },
        },
        required: ['columns', 'rows'],
      },
      image: {
        type: 'object',
        properties: {
          mediaType: { type: 'string', enum: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] },
          data: { type: 'string', description: 'The image as base64.' },
          alt: { type: 'string', description: 'What it shows, in words.' },
        },
        required: ['mediaType', 'data'],
      },
    },
  },
  async handler(raw) {
    const parsed = Args.safeParse(raw);
    if (!parsed.success) throw new ToolError('invalid-request', z.prettifyError(parsed.error));
    return { ok: true };
  },
});
