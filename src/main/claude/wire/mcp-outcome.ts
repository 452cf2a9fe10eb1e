import { z } from 'zod';
import { isTooDeep } from '../../../shared/json-depth';
import { isJsonObject } from '../../../shared/json-object';
import { maxUrlLength } from '../../../shared/limits';
import type { McpResultPart, ToolOutcome } from '../../../shared/transcript';
import { truncate } from '../../../shared/truncate';
import { text } from './fields';

const mostParts = 100;
/** In characters. */
const longestName = 1_000;
const longestText = 1_000_000;

const Link = z.looseObject({ uri: z.string(), name: text, title: text, description: text, mimeType: text });
const Blocks = z.array(z.unknown());
const TextBlock = z.looseObject({ type: z.literal('text'), text: z.string() });
const Report = z.looseObject({ content: z.unknown(), structuredContent: z.unknown().optional(), resourceLinks: z.unknown().optional() });

/**
 * Reads the result of an MCP tool. The CLI keeps the structured content, and newer versions the links. Everything else it puts into
 * words for Claude, one text for each part, and writes bytes into files. A tool may print the same words, which then look the same.
 */
export function readMcpOutcome(report: unknown): ToolOutcome | null {
  const whole = Array.isArray(report) ? { content: report } : report;
  const { content, structuredContent, resourceLinks } = Report.safeParse(whole).data ?? {};
  if (!Array.isArray(report) && structuredContent === undefined && resourceLinks === undefined) return null;
  const links = readLinks(resourceLinks);
  const texts = (Blocks.safeParse(content).data ?? []).flatMap((block) => TextBlock.safeParse(block).data?.text ?? []);
  const parts = [...links, ...texts.flatMap((said) => readPart(said, links.length > 0) ?? [])].slice(0, mostParts);
  const structured = toJson(structuredContent);
  return parts.length > 0 || structured !== null ? { what: 'mcp', structured, parts } : null;
}

function readLinks(resourceLinks: unknown): McpResultPart[] {
  return (Blocks.safeParse(resourceLinks).data ?? []).flatMap((entry): McpResultPart[] => {
    const link = Link.safeParse(entry).data;
    if (!link) return [];
    const { uri, name, title, description, mimeType } = link;
    return [toLink(uri, title ?? name ?? '', description ?? null, mimeType ?? null)];
  });
}

const toLink = (uri: string, name: string, description: string | null, mediaType: string | null): McpResultPart => ({
  what: 'link',
  uri: truncate(uri, maxUrlLength),
  name: truncate(name, longestName),
  description: description && truncate(description, longestName),
  mediaType: mediaType && truncate(mediaType, longestName),
});

function readPart(said: string, linksAreKnown: boolean): McpResultPart | null {
  const [, name, uri, description = null] = /^\[Resource link: ([^\]]*)\] (\S+)(?: \((.*)\))?$/s.exec(said) ?? [];
  if (name !== undefined && uri !== undefined) return linksAreKnown ? null : toLink(uri, name, description, null);
  const [, from, rest] = /^\[Resource from .+? at (\S+)\] (.*)$/s.exec(said) ?? [];
  if (from !== undefined && rest !== undefined) {
    const address = truncate(from, maxUrlLength);
    // A picture follows as an image of its own.
    return readFile(rest, address) ?? (rest === '' ? null : { what: 'text', uri: address, text: truncate(rest, longestText) });
  }
  const audio = /^\[Audio from .+?\] (.*)$/s.exec(said)?.[1];
  return audio === undefined ? null : readFile(audio, null);
}

function readFile(rest: string, uri: string | null): McpResultPart | null {
  const [, mediaType, size, path] = /^Binary content \(([^,()]+), ([^()]+)\) saved to (.+)$/.exec(rest) ?? [];
  if (mediaType === undefined || size === undefined || path === undefined) return null;
  return { what: 'file', uri, mediaType: truncate(mediaType, longestName), size: truncate(size, 50), path };
}

function toJson(structured: unknown): string | null {
  if (!isJsonObject(structured) || isTooDeep(structured)) return null;
  return truncate(JSON.stringify(structured, null, 2), longestText);
}
