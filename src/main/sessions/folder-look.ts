import { readFile, realpath, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { FolderLook } from '../../shared/session';
import { isTrusted } from './folder-trust';

const names = z.record(z.string(), z.unknown()).catch({});
const Settings = z.looseObject({
  hooks: names.optional().catch(undefined),
  permissions: z
    .looseObject({ allow: z.array(z.string()).catch([]) })
    .optional()
    .catch(undefined),
  env: names.optional().catch(undefined),
});
/** Settings whose value is a command. */
const helpers = ['apiKeyHelper', 'awsAuthRefresh', 'awsCredentialExport', 'otelHeadersHelper'];
const McpFile = z.looseObject({ mcpServers: names.optional().catch(undefined) });

/** A file that claims to be settings and is huge is not read. */
const mostBytes = 1_000_000;

/** Facts about a folder for the trust question: what its own files would run or allow. */
export async function lookAtFolder(folder: string, trusted: readonly string[]): Promise<Omit<FolderLook, 'repository'>> {
  const real = await realFolder(folder);
  if (real === null) return { real, trusted: false, wouldRun: [] };
  return { real, trusted: isTrusted(trusted, real), wouldRun: await whatWouldRun(real) };
}

/** The folder with symbolic links resolved, or null when it is not a folder. */
export async function realFolder(folder: string): Promise<string | null> {
  const expanded = folder === '~' || folder.startsWith('~/') ? path.join(os.homedir(), folder.slice(1)) : folder;
  if (!path.isAbsolute(expanded)) return null;
  try {
    const real = await realpath(expanded);
    return (await stat(real)).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

async function whatWouldRun(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of ['.claude/settings.json', '.claude/settings.local.json']) {
    const settings = Settings.safeParse(await readJson(path.join(folder, file))).data;
    const hooks = Object.keys(settings?.hooks ?? {});
    if (hooks.length > 0) found.push(`Hooks in ${file}: ${hooks.join(', ')}`);
    const commands = helpers.filter((name) => settings?.[name] !== undefined);
    if (commands.length > 0) found.push(`Commands in ${file}: ${commands.join(', ')}`);
    const allow = settings?.permissions?.allow ?? [];
    if (allow.length > 0) found.push(`Rules in ${file} that allow without asking: ${allow.join(', ')}`);
    const variables = Object.keys(settings?.env ?? {});
    if (variables.length > 0) found.push(`Environment variables set by ${file}: ${variables.join(', ')}`);
  }
  const servers = Object.keys(McpFile.safeParse(await readJson(path.join(folder, '.mcp.json'))).data?.mcpServers ?? {});
  if (servers.length > 0) found.push(`MCP servers in .mcp.json: ${servers.join(', ')}`);
  return found;
}

async function readJson(file: string): Promise<unknown> {
  try {
    if ((await stat(file)).size > mostBytes) return null;
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}
