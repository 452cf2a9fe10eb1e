import { z } from 'zod';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Kept as it came and not copied: what a person was shown, or wrote, is what goes on. A copy would lose a key like `__proto__`. */
export const JsonObject = z.custom<JsonObject>(isJsonObject);
