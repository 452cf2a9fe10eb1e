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
/** More than any settings file has. */
const mostBytes = 10_000_000;
/** As the CLI itself writes it. */
const usualIndent = '  ';

/** The files in which the CLI keeps what a person allowed: for one folder, and everywhere. */
export const claudeSettingsFiles = (folder: string, claudeFolder: string) => ({
  folder: path.join(folder, '.claude', 'settings.local.json'),
  everywhere: path.join(claudeFolder, 'settings.json'),
});

/**
 * Adds a rule to a settings file of the CLI, and leaves everything else in it as it is. Throws 'claude-settings' when it can't.
 * The path is a real one: a link in its place would be replaced, and people keep their settings elsewhere.
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
 * Our rule as the CLI reads it: in a path only `*` is not itself there, where the CLI has all of gitignore's signs, and it
 * takes a backslash from before a bracket and from before another. Without this it would allow another call than was shown.
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

/** A temporary file first: a full disk must not cost the person their settings. */
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
