import { expect, it } from 'vitest';
import { describeMcpServers, describeSettings } from './folder-settings';

const file = '.claude/settings.json';
const told = (settings: unknown) => describeSettings(file, settings);

it.each<[string, object, string]>([
  ['fileSuggestion', { fileSuggestion: { type: 'command', command: './x' } }, `Commands in ${file}: fileSuggestion`],
  ['gcpAuthRefresh', { gcpAuthRefresh: './x' }, `Commands in ${file}: gcpAuthRefresh`],
  ['proxyAuthHelper', { proxyAuthHelper: './x' }, `Commands in ${file}: proxyAuthHelper`],
  ['statusLine', { statusLine: { command: './x' } }, `Commands in ${file}: statusLine`],
  ['enabledPlugins', { enabledPlugins: { 'a@b': true } }, `Plugins turned on by ${file}: a@b`],
  ['extraKnownMarketplaces', { extraKnownMarketplaces: { b: {} } }, `Sources of plugins added by ${file}: b`],
  ['additionalDirectories', { permissions: { additionalDirectories: ['/'] } }, `Other folders that ${file} opens to Claude: /`],
  ['defaultMode', { permissions: { defaultMode: 'bypassPermissions' } }, `Permission mode set by ${file}: bypassPermissions`],
  ['another permission', { permissions: { deny: [], trustAll: true } }, `Other settings in ${file}: sets permissions.trustAll`],
  ['enableAllProjectMcpServers', { enableAllProjectMcpServers: true }, `MCP servers approved by ${file}: all of this folder`],
  ['disableAllHooks', { disableAllHooks: true }, `Turned off by ${file}: all hooks, also your own`],
  ['sandbox', { sandbox: { enabled: false } }, `Changed by ${file}: the sandbox that commands run in`],
  ['settings nobody knows', { theme: 'dark', runAtStart: './x', other: 1 }, `Other settings in ${file}: sets runAtStart, sets other`],
  [
    'a name from the prototype',
    JSON.parse('{"__proto__":{"hooks":1},"constructor":1}'),
    `Other settings in ${file}: sets __proto__, sets constructor`,
  ],
])('tells of %s', (_what, settings, line) => {
  expect(told(settings)).toEqual([line]);
});

it('names what is not of a known shape, beside what is', () => {
  expect(told({ hooks: { Stop: [{}] }, permissions: 'none', env: 7, enabledPlugins: ['a'] })).toEqual([
    `Hooks in ${file}: Stop`,
    `Other settings in ${file}: sets permissions, sets env, sets enabledPlugins`,
  ]);
  expect(describeMcpServers('.mcp.json', { mcpServers: [1] })).toEqual(['MCP servers in .mcp.json: in a form that is not known here']);
});

it('has nothing to tell of what is empty or turned off', () => {
  expect(told({ hooks: {}, env: {}, permissions: { allow: [] }, enableAllProjectMcpServers: false, disableAllHooks: false })).toEqual([]);
  expect(describeMcpServers('.mcp.json', { mcpServers: {} })).toEqual([]);
});

it('keeps the question short and readable, whatever a stranger wrote', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key${index}`, index]));
  expect(told({ env: many })).toEqual([expect.stringMatching(/: key0, .*, key11 and 4988 more$/)]);
  expect(told(many)).toEqual([expect.stringMatching(/: sets key0, .* and 4988 more$/)]);
  expect(told({ env: { ['x'.repeat(100_000)]: '' } })[0]).toHaveLength(`Environment variables set by ${file}: `.length + 80);
  expect(told({ env: { 'a\u202eb\n': '' } })).toEqual([`Environment variables set by ${file}: a⟨U+202E⟩b `]);
});

it('is not hurt by depth', () => {
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  expect(told(deep)).toEqual([`Other settings in ${file}: sets a`]);
  expect(told({ hooks: deep })).toEqual([`Hooks in ${file}: a`]);
});
