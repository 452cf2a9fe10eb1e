import { assertNever } from '../../../shared/assert';
import { toolsOfKind } from '../../../shared/tools';
import type {
  McpResultPart,
  Note,
  PatchHunk,
  ToolItem,
  ToolOutcome,
  TranscriptChange,
  TranscriptImage,
  TranscriptItem,
} from '../../../shared/transcript';
import { truncate } from '../../../shared/truncate';

/** In characters. No model writes that much, so this limit is for broken messages. */
export const longestAssistantText = 512_000;

/** How much of everything else an item carries, in characters. The window reads the rest from the ledger when a person wants it. */
const limits = {
  userText: 64_000,
  result: 16_000,
  hunks: 32_000,
  input: 4_000,
  /** For tools whose input people read. */
  longInput: 64_000,
  note: 16_000,
} as const;

const readByPeople = toolsOfKind('edit', 'plan', 'question', 'show');

/** Deeper values are left out, however small: recursion over them would overflow the stack. */
const deepest = 24;

/** Makes the change to send for an item: a short version, and the full item too if something was left out. */
export function toChange(full: TranscriptItem): TranscriptChange {
  const item = preview(full);
  return item.truncated ? { item, full } : { item };
}

function preview(full: TranscriptItem): TranscriptItem {
  switch (full.kind) {
    case 'text':
    case 'thinking':
      return full.text.length > longestAssistantText ? { ...full, text: truncate(full.text, longestAssistantText), truncated: true } : full;
    case 'user': {
      const truncated = full.text.length > limits.userText || hasData(full.images);
      return truncated ? { ...full, text: truncate(full.text, limits.userText), images: withoutData(full.images), truncated } : full;
    }
    case 'tool':
      return previewTool(full);
    case 'note': {
      const note = previewNote(full.note);
      return note === full.note ? full : { ...full, note, truncated: true };
    }
    case 'result':
    case 'discarded':
      return full;
    default:
      return assertNever(full);
  }
}

function previewTool(whole: ToolItem): ToolItem {
  const full = previewEdit(previewChange(whole));
  const input = shorten(full.input, readByPeople.has(full.name) ? limits.longInput : limits.input);
  if (!full.result) return input === full.input ? full : { ...full, input, truncated: true };
  const { text, images, outcome } = full.result;
  const short = { text: truncate(text, limits.result), images: withoutData(images), outcome: previewOutcome(outcome) };
  const truncated = input !== full.input || short.text !== text || hasData(images) || short.outcome !== outcome;
  return truncated ? { ...full, input, result: short, truncated } : full;
}

function previewChange(item: ToolItem): ToolItem {
  if (!item.changed) return item;
  const changed = shorten(item.changed, readByPeople.has(item.name) ? limits.longInput : limits.input);
  return changed === item.changed ? item : { ...item, changed, truncated: true };
}

function previewEdit(item: ToolItem): ToolItem {
  const { decision, name } = item;
  if (!decision?.edited) return item;
  const edited = shorten(decision.edited, readByPeople.has(name) ? limits.longInput : limits.input);
  return edited === decision.edited ? item : { ...item, decision: { ...decision, edited }, truncated: true };
}

function previewOutcome(outcome: ToolOutcome | null): ToolOutcome | null {
  if (outcome?.what === 'mcp') return previewMcp(outcome);
  if (outcome?.what !== 'patch') return outcome;
  let left: number = limits.hunks;
  const hunks: PatchHunk[] = [];
  for (const hunk of outcome.hunks) {
    const lines: string[] = [];
    for (const line of hunk.lines) {
      left -= line.length + 1;
      if (left < 0) return { ...outcome, hunks: [...hunks, { ...hunk, lines }] };
      lines.push(line);
    }
    hunks.push(hunk);
  }
  return outcome;
}

function previewMcp(outcome: Extract<ToolOutcome, { what: 'mcp' }>): ToolOutcome {
  let left: number = limits.result;
  const keep = (text: string): string => {
    const kept = truncate(text, Math.max(0, left));
    left -= text.length;
    return kept;
  };
  const structured = outcome.structured === null ? null : keep(outcome.structured);
  const parts = outcome.parts.map((part): McpResultPart => (part.what === 'text' ? { ...part, text: keep(part.text) } : part));
  return left < 0 ? { ...outcome, structured, parts } : outcome;
}

function previewNote(note: Note): Note {
  if (!('text' in note) || note.text === null || note.text.length <= limits.note) return note;
  return { ...note, text: truncate(note.text, limits.note) };
}

interface Budget {
  left: number;
  cut: boolean;
}

/** Returns a copy with long texts cut and entries past the limit left out, or the value itself if it is small enough. */
function shorten(value: Record<string, unknown>, limit: number): Record<string, unknown> {
  const budget = { left: limit, cut: false };
  const short = shortenObject(value, budget, 0);
  return budget.cut ? short : value;
}

function shortenObject(value: object, budget: Budget, depth: number): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(value)) {
    budget.left -= key.length;
    if (isSpent(budget)) break;
    entries.push([key, shortenValue(inner, budget, depth + 1)]);
  }
  return Object.fromEntries(entries);
}

function shortenValue(value: unknown, budget: Budget, depth: number): unknown {
  if (typeof value === 'string') {
    const text = truncate(value, Math.max(budget.left, 0));
    if (text.length < value.length) budget.cut = true;
    budget.left -= text.length;
    return text;
  }
  budget.left -= 4;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) {
    budget.cut = true;
    return null;
  }
  if (!Array.isArray(value)) return shortenObject(value, budget, depth);
  const items: unknown[] = [];
  for (const inner of value) {
    if (isSpent(budget)) break;
    items.push(shortenValue(inner, budget, depth + 1));
  }
  return items;
}

function isSpent(budget: Budget): boolean {
  if (budget.left > 0) return false;
  budget.cut = true;
  return true;
}

const hasData = (images: readonly TranscriptImage[]): boolean => images.some(({ data }) => data !== null);
const withoutData = (images: readonly TranscriptImage[]): TranscriptImage[] => images.map(({ mediaType }) => ({ mediaType, data: null }));
