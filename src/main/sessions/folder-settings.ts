import { z } from 'zod';
import { escapeLine } from '../../shared/invisible';
import { isJsonObject } from '../../shared/json-object';
import { truncate, truncateLine } from '../../shared/truncate';

/**
 * Settings of Claude Code that only choose a model, an appearance or texts, or restrict something. All others are named to the
 * person before they trust a folder, because a newer version may have settings that this list does not know.
 */
const harmless: ReadonlySet<string> = new Set([
  '$schema',
  'alwaysThinkingEnabled',
  'attribution',
  'autoCompactWindow',
  'availableModels',
  'awaySummaryEnabled',
  'bashEditDiffEnabled',
  'companyAnnouncements',
  'deniedModels',
  'disableArtifact',
  'disableAutoMode',
  'disableBundledSkills',
  'disableClaudeAiConnectors',
  'disableRemoteControl',
  'disableSkillShellExecution',
  'disableWorkflows',
  'disabledMcpjsonServers',
  'effortLevel',
  'emojiCompletionEnabled',
  'enforceAvailableModels',
  'fallbackModel',
  'feedbackSurveyRate',
  'includeCoAuthoredBy',
  'includeGitInstructions',
  'language',
  'maxEffortLevel',
  'maxProseWidth',
  'model',
  'outputStyle',
  'prefersReducedMotion',
  'promptCacheTtl',
  'promptSuggestionEnabled',
  'respectGitignore',
  'showClearContextOnPlanAccept',
  'showThinkingSummaries',
  'spinnerTipsEnabled',
  'spinnerVerbs',
  'subagentPromptCacheTtl',
  'syntaxHighlightingDisabled',
  'terminalTitleFromRename',
  'theme',
  'timeFormat',
  'timeZone',
  'tui',
  'verbose',
  'viewMode',
]);
/** Lists of rules that can only deny or ask. */
const harmlessPermissions: ReadonlySet<string> = new Set(['deny', 'ask', 'disableBypassPermissionsMode', 'disableAutoMode']);

/** Settings whose value is or contains a command. */
const commands = [
  'apiKeyHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'fileSuggestion',
  'gcpAuthRefresh',
  'otelHeadersHelper',
  'processWrapper',
  'proxyAuthHelper',
  'sshHostCommands',
  'statusLine',
  'subagentStatusLine',
];

const mostNames = 12;
const longestName = 80;
const Names = z.array(z.string());

/** Describes what a settings file would run, allow or change, for the trust question. */
export function describeSettings(file: string, json: unknown): string[] {
  if (!isJsonObject(json)) return [];
  const given = new Map(Object.entries(json).filter(([key]) => !harmless.has(key)));
  const found: string[] = [];
  /** Removes settings from the list. A value of an unknown shape stays on it and is named at the end. */
  const take = (keys: readonly string[], words: string, namesOf: (value: unknown, key: string) => readonly string[] | undefined): void => {
    const names: string[] = [];
    for (const key of keys) {
      const told = given.has(key) ? namesOf(given.get(key), key) : undefined;
      if (told === undefined) continue;
      given.delete(key);
      names.push(...told);
    }
    if (names.length > 0) found.push(`${words}: ${listNames(names)}`);
  };
  const permissions = given.get('permissions');
  if (isJsonObject(permissions)) {
    given.delete('permissions');
    for (const [key, value] of Object.entries(permissions)) if (!harmlessPermissions.has(key)) given.set(`permissions.${key}`, value);
  }
  take(['hooks'], `Hooks in ${file}`, keysOf);
  take(commands, `Commands in ${file}`, (_value, key) => [key]);
  take(['permissions.allow'], `Rules in ${file} that allow without asking`, textsOf);
  take(['permissions.additionalDirectories'], `Other folders that ${file} opens to Claude`, textsOf);
  take(['permissions.defaultMode'], `Permission mode set by ${file}`, textOf);
  take(['env'], `Environment variables set by ${file}`, keysOf);
  take(['enabledPlugins'], `Plugins turned on by ${file}`, keysOf);
  take(['extraKnownMarketplaces', 'additionalMarketplaces'], `Sources of plugins added by ${file}`, keysOf);
  take(['enabledMcpjsonServers'], `MCP servers approved by ${file}`, textsOf);
  take(['enableAllProjectMcpServers'], `MCP servers approved by ${file}`, (value) => when(value, 'all of this folder'));
  take(['disableAllHooks'], `Turned off by ${file}`, (value) => when(value, 'all hooks, also your own'));
  take(['sandbox'], `Changed by ${file}`, () => ['the sandbox that commands run in']);
  take(['agent'], `Claude acts as an agent chosen by ${file}`, textOf);
  take([...given.keys()], `Other settings in ${file}`, (_value, key) => [`sets ${key}`]);
  return found;
}

/** Describes the MCP servers that a folder would start or connect to. */
export function describeMcpServers(file: string, json: unknown): string[] {
  if (!isJsonObject(json) || json.mcpServers === undefined) return [];
  const names = keysOf(json.mcpServers) ?? ['in a form that is not known here'];
  return names.length > 0 ? [`MCP servers in ${file}: ${listNames(names)}`] : [];
}

const keysOf = (value: unknown): readonly string[] | undefined => (isJsonObject(value) ? Object.keys(value) : undefined);
const textsOf = (value: unknown): readonly string[] | undefined => Names.safeParse(value).data;
const textOf = (value: unknown): readonly string[] | undefined => (typeof value === 'string' ? [value] : undefined);
const when = (value: unknown, words: string): readonly string[] | undefined =>
  typeof value === 'boolean' ? (value ? [words] : []) : undefined;

/** The names come from an untrusted folder: each is truncated, and characters that reverse the text are escaped. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => truncateLine(escapeLine(truncate(name, 4 * longestName)), longestName));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
