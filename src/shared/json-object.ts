import { z } from 'zod';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Passes the object on without copying it, because a copy would lose a key like `__proto__` and differ from what the person saw. */
export const JsonObject = z.custom<JsonObject>(isJsonObject);
