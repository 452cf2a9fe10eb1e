import { z } from 'zod';

// What the CLI answers to our requests, as far as the app reads it. Versions differ in what they fill in, so a missing
// or odd field reads as not known and never as a failure: the CLI did do what it was asked.

const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const names = z.array(z.string()).catch([]);

export const Initialized = z.looseObject({
  commands: z.array(z.looseObject({ name: z.string(), description: text, argumentHint: text })).catch([]),
  models: z.array(z.looseObject({ value: z.string(), displayName: text, description: text, resolvedModel: text })).catch([]),
  pid: number,
  claude_code_version: text,
  current_permission_mode: text,
  capabilities: names,
});
export type Initialized = z.infer<typeof Initialized>;

export const Interrupted = z.looseObject({ still_queued: names });
export const Cancelled = z.looseObject({ cancelled: z.boolean().catch(false) });
export const ModeSet = z.looseObject({ mode: text });
export const ModelSet = z.looseObject({ model: text });

export const McpStatus = z.looseObject({
  mcpServers: z
    .array(
      z.looseObject({
        name: z.string(),
        tools: z
          .array(
            z.looseObject({
              name: z.string(),
              annotations: z
                .looseObject({
                  readOnly: flag,
                  readOnlyHint: flag,
                  openWorld: flag,
                  openWorldHint: flag,
                  destructive: flag,
                  destructiveHint: flag,
                })
                .optional()
                .catch(undefined),
            }),
          )
          .catch([]),
      }),
    )
    .catch([]),
});
/**
 * The settings in force, source by source. Of their fields only the rules that ask are read. An odd shape is a failure here:
 * a rule that is overlooked would let a call run that the person wants to be asked about.
 */
export const SettingsInForce = z.looseObject({
  sources: z.array(
    z.looseObject({
      source: z.string(),
      settings: z.looseObject({ permissions: z.looseObject({ ask: z.array(z.string()).optional() }).optional() }).nullish(),
    }),
  ),
});
export const FileSuggestions = z.looseObject({ suggestions: z.array(z.looseObject({ path: z.string() })).catch([]) });

export const ContextUsage = z.looseObject({
  totalTokens: number,
  maxTokens: number,
  percentage: number,
  model: text,
  categories: z.array(z.looseObject({ name: z.string(), tokens: z.number() })).catch([]),
});
export type ContextUsage = z.infer<typeof ContextUsage>;
