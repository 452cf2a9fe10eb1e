import { z } from 'zod';
import type { McpHints } from '../../../shared/mcp-hints';
import type { ModelChoice, SlashCommand } from '../../../shared/session';
import { mcpToolName } from '../../../shared/tools';
import { truncateLine } from '../../../shared/truncate';
import { flag, text } from './fields';

// The CLI's answers to our requests, as far as the app reads them. Versions differ in what they fill in, so a missing or odd
// field reads as not known and never as a failure: the CLI did what it was asked.

/** The answer to `initialize`: what the CLI offers, and the permission mode it is in. Older versions don't tell the mode. */
export interface Initialized {
  readonly commands: readonly SlashCommand[];
  readonly models: readonly ModelChoice[];
  readonly mode: string | null;
}

const InitializeAnswer = z.looseObject({
  commands: z.array(z.looseObject({ name: z.string(), description: text, argumentHint: text })).catch([]),
  models: z.array(z.looseObject({ value: z.string(), displayName: text })).catch([]),
  current_permission_mode: text,
});

/** In characters. A skill's description may be a whole page, written for a model. */
const longestDescription = 160;

export function readInitialized(response: unknown): Initialized {
  const { commands, models, current_permission_mode: mode } = InitializeAnswer.parse(response);
  return {
    commands: commands.map(({ name, description, argumentHint }) => ({
      name,
      description: truncateLine((description ?? '').split('\n', 1)[0] ?? '', longestDescription),
      argumentHint: truncateLine(argumentHint ?? '', longestDescription),
    })),
    models: models.map(({ value, displayName }) => ({ value, name: displayName ?? value })),
    mode: mode ?? null,
  };
}

/** Null where an older CLI does not say which mode it is in now. */
export function readMode(response: unknown): string | null {
  return z.looseObject({ mode: text }).parse(response).mode ?? null;
}

export function readFileSuggestions(response: unknown): string[] {
  const Answer = z.looseObject({ suggestions: z.array(z.looseObject({ path: z.string() })).catch([]) });
  return Answer.parse(response).suggestions.map(({ path }) => path);
}

/** An ask rule of the settings, such as `Bash(git push:*)`, and which settings it is in. */
export interface AskRule {
  readonly rule: string;
  readonly source: string;
}

/** An odd shape is a failure here: a rule that is overlooked would let a call run that the person wants to be asked about. */
const SettingsInForce = z.looseObject({
  sources: z.array(
    z.looseObject({
      source: z.string(),
      settings: z.looseObject({ permissions: z.looseObject({ ask: z.array(z.string()).optional() }).optional() }).nullish(),
    }),
  ),
});

export function readAskRules(response: unknown): AskRule[] {
  return SettingsInForce.parse(response).sources.flatMap(({ source, settings }) =>
    (settings?.permissions?.ask ?? []).map((rule) => ({ rule, source })),
  );
}

/** Versions spell the hints differently. */
const Annotations = z.looseObject({
  readOnly: flag,
  readOnlyHint: flag,
  openWorld: flag,
  openWorldHint: flag,
  destructive: flag,
  destructiveHint: flag,
});
const McpTool = z.looseObject({ name: z.string(), annotations: Annotations.nullish().catch(null) });
const McpStatus = z.looseObject({
  mcpServers: z.array(z.looseObject({ name: z.string(), tools: z.array(McpTool).catch([]) })).catch([]),
});

/**
 * Reads the hints for each tool, by the name under which the CLI asks about it: always the server's name and the tool's,
 * whatever the tool calls itself. Two servers can end up with one name (`a__b` + `c`, `a` + `b__c`); then the more careful
 * hint counts.
 */
export function readMcpHints(response: unknown): ReadonlyMap<string, McpHints> {
  const hints = new Map<string, McpHints>();
  for (const { name: server, tools } of McpStatus.parse(response).mcpServers)
    for (const { name, annotations } of tools) {
      const full = mcpToolName(server, name);
      const before = hints.get(full);
      hints.set(full, {
        readOnly: (annotations?.readOnly ?? annotations?.readOnlyHint ?? false) && before?.readOnly !== false,
        openWorld: (annotations?.openWorld ?? annotations?.openWorldHint ?? false) || before?.openWorld === true,
        destructive: (annotations?.destructive ?? annotations?.destructiveHint ?? false) || before?.destructive === true,
      });
    }
  return hints;
}
