import { createHash } from 'node:crypto';
import type { Ask } from '../../shared/ask';
import { Tool } from '../../shared/tools';

/**
 * The same for two calls of one tool with the same input, whatever the order of its keys. The description of a command does not
 * count: it is worded differently each time and changes nothing about what runs.
 */
export function fingerprintOf(tool: string, { description, ...input }: Readonly<Record<string, unknown>>): string {
  const counts = tool === Tool.Bash ? input : { ...input, description };
  return createHash('sha256')
    .update(JSON.stringify([tool, sorted(counts)]))
    .digest('base64url');
}

/** The fingerprint of an ask with this whole input. A prompt of a tool is also told apart by its words and its place in the call. */
export function fingerprintOfAsk(
  { tool, interaction }: Pick<Ask, 'tool' | 'interaction'>,
  whole: Readonly<Record<string, unknown>>,
): string {
  if (!interaction) return fingerprintOf(tool, whole);
  const { prompt, error, step } = interaction;
  return fingerprintOf(tool, { whole, prompt, error, step });
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, entry]) => [key, sorted(entry)]));
}
