import path from 'node:path';
import type { Rule } from '../../shared/rule';
import { editTools, mcpServerPrefix, readTools, Tool } from '../../shared/tools';
import { absolutePath, realPlace } from '../shell/paths';
import { pathOf, type ToolCall, textOf } from './tool-call';

/** A rule for one of these tools matches all tools of its group. */
const groups: Readonly<Record<string, ReadonlySet<string>>> = { [Tool.Edit]: editTools, [Tool.Read]: readTools };

/** Whether a rule for one tool matches calls of another. */
export function sameTool({ tool: ruleTool, behavior }: Pick<Rule, 'tool' | 'behavior'>, tool: string): boolean {
  if (ruleTool === tool) return true;
  if (Object.hasOwn(groups, ruleTool)) return groups[ruleTool]?.has(tool) ?? false;
  // A server's name matches all its tools.
  const prefix = mcpServerPrefix(ruleTool);
  if (prefix === null || !tool.startsWith(prefix)) return false;
  // `mcp__a__b__c` may belong to a server named `a__b`, and the call does not say. Only a rule with the full name allows it.
  return behavior === 'deny' || !tool.slice(prefix.length).includes('__');
}

/**
 * Whether a file tool's path matches `//absolute/**`, `~/home/*`, or `/folder/**` and `folder/**`, which are relative to the
 * session's folder. An allow rule matches the path with its links resolved. A deny rule also matches the path as written.
 */
export function pathMatches(content: string, call: ToolCall, behavior: 'allow' | 'deny'): boolean {
  const written = pathOf(call);
  const target = written === null ? null : absolutePath(written, call.cwd, call.home);
  // The pattern of a search can lead outside its path.
  const escapes = call.tool === Tool.Glob && /^[/~\\]|\.\.|^[A-Za-z]:/.test(textOf(call.input, 'pattern') ?? '');
  if (target === null || (escapes && behavior === 'allow')) return false;
  const pattern = patternParts(content, call);
  if (pattern === null) return false;
  const real = segments(realPlace(target, call.realpath));
  return segmentsMatch(pattern, real) || (behavior === 'deny' && segmentsMatch(pattern, segments(path.normalize(target))));
}

/** Whether a pattern may match files below a folder. */
export function leadsTowards(content: string, folder: string, call: ToolCall): boolean {
  const pattern = patternParts(content, call);
  const place = segments(realPlace(folder, call.realpath));
  return (
    pattern !== null &&
    place.every((name, index) => pattern[index] === name || pattern.slice(0, index + 1).some((part) => part.includes('*')))
  );
}

function patternParts(content: string, { cwd, home, realpath }: ToolCall): string[] | null {
  const slashed = content.replaceAll('\\', '/');
  const place = slashed.startsWith('//')
    ? slashed.slice(/^\/\/[A-Za-z]:/.test(slashed) ? 2 : 1)
    : slashed.startsWith('~')
      ? slashed
      : `./${slashed}`;
  const absolute = absolutePath(place, cwd, home);
  if (absolute === null) return null;
  const parts = absolute.replaceAll('\\', '/').split('/');
  const wild = parts.findIndex((part) => part.includes('*'));
  const fixed = parts.slice(0, wild < 0 ? undefined : wild).join('/') || '/';
  const rest = wild < 0 ? [] : parts.slice(wild);
  return rest.includes('..') ? null : [...segments(realPlace(fixed, realpath)), ...rest.filter((part) => part !== '' && part !== '.')];
}

const segments = (place: string): string[] => place.split(/[/\\]/).filter(Boolean);

/** `**` matches any number of folders, `*` any text within one name. */
function segmentsMatch(pattern: readonly string[], place: readonly string[]): boolean {
  // The positions in the pattern that can be reached so far. One pass over the names, so that no pattern is slow.
  let reached = new Set([0]);
  const skip = (from: number): number[] => (pattern[from] === '**' ? [from, ...skip(from + 1)] : [from]);
  reached = new Set([...reached].flatMap(skip));
  for (const name of place) {
    const next = [...reached].flatMap((at) => {
      const part = pattern[at];
      if (part === undefined) return [];
      if (part === '**') return [at];
      return wildcard(part, name) ? [at + 1] : [];
    });
    reached = new Set(next.flatMap(skip));
  }
  return reached.has(pattern.length);
}

/** `*` matches any text. */
export function wildcard(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === text;
  const last = rest.pop() ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  return rest.every((piece) => {
    const found = text.indexOf(piece, at);
    at = found + piece.length;
    return found >= 0 && at <= end;
  });
}
