import { z } from 'zod';

/** A message of the CLI, from its live stream or from one of its transcript files. Nothing but its type is certain. */
export interface CliMessage {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Treats a field whose shape a newer CLI has changed as a missing field, so that the rest of the message is still read. */
export const maybe = <T>(schema: z.ZodType<T>) => schema.nullish().catch(null);
export const text = maybe(z.string());
export const number = maybe(z.number());
export const flag = maybe(z.boolean());
