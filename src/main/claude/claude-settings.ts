import { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { AppError, messageOf } from '../../shared/errors';
import type { RulePattern } from '../../shared/rule';
import { printRule } from '../../shared/rule-text';
import { isFileTool } from '../../shared/tools';
import { readSmallFileSync } from '../base/regular-file';

const Json = z.record(z.string(), z.unknown());
const Allowed = z.array(z.unknown());
/** Larger than any real settings file. */
const mostBytes = 10_000_000;
/** The CLI writes its settings with this indent. */
const usualIndent = '  ';

/** The settings files in which the CLI keeps allow rules, for one folder and for all. */
export const claudeSettingsFiles = (folder: string, claudeFolder: string) => ({
  folder: path.join(folder, '.claude', 'settings.local.json'),
  everywhere: path.join(claudeFolder, 'settings.json'),
});

/**
 * Adds an allow rule to a settings file of the CLI and leaves the rest of the file unchanged. Throws 'claude-settings' when it
 * can't. Pass a path without symbolic links: a link would be replaced by a file.
 */
export function allowInClaude(file: string, pattern: RulePattern): void {
  const rule = claudeRule(pattern);
  const { settings, indent } = readSettings(file);
  const permissions = Json.safeParse(settings.permissions ?? {}).data;
  const allow = permissions && Allowed.safeParse(permissions.allow ?? []).data;
  if (!allow) throw refused(file, 'its permissions are not what Claude Code writes');
  if (allow.includes(rule)) return;
  const changed = { ...settings, permissions: { ...permissions, allow: [...allow, rule] } };
  write(file, `${JSON.stringify(changed, null, indent)}\n`);
}

/**
 * Escapes a rule so that the CLI reads it as we do. In our paths only `*` is special; the CLI knows all of gitignore's
 * patterns and removes backslashes before parentheses and backslashes. Unescaped, the rule could allow a different call.
 */
function claudeRule({ tool, content }: RulePattern): string {
  const literal = isFileTool(tool) ? content?.replaceAll(/[\\?[\]]/g, '\\$&') : content;
  return printRule({ tool, content: literal?.replaceAll(/[\\()]/g, '\\$&') ?? null });
}

function readSettings(file: string): { settings: z.infer<typeof Json>; indent: string } {
  const read = readSmallFileSync(file, mostBytes);
  if (read.what === 'missing') return { settings: {}, indent: usualIndent };
  if (read.what === 'too-big') throw refused(file, 'it is very big');
  if (read.what === 'unreadable') throw refused(file, read.code === null ? 'it is not a file' : `it can’t be read (${read.code})`);
  const text = read.bytes.toString('utf8');
  try {
    return { settings: Json.parse(JSON.parse(text)), indent: /^\{\s*\n([ \t]+)/.exec(text)?.[1] ?? usualIndent };
  } catch {
    throw refused(file, 'it is not valid JSON');
  }
}

/** Writes to a temporary file first, so that a full disk can't destroy the settings. */
function write(file: string, text: string): void {
  const temporary = `${file}.signalbox-${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0o600;
    writeFileSync(temporary, text, { flush: true, mode: 0o600 });
    chmodSync(temporary, mode);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw refused(file, messageOf(error));
  }
}

const refused = (file: string, why: string): AppError =>
  new AppError('claude-settings', `${file} was not changed: ${why}. Nothing was decided.`);
