import { assertNever } from '../../../shared/assert';
import { toolsOfKind } from '../../../shared/tools';
import type { Note, PatchHunk, ToolItem, ToolOutcome, TranscriptChange, TranscriptImage, TranscriptItem } from '../../../shared/transcript';
import { truncate } from '../../../shared/truncate';

/** In characters. The model's longest answer is shorter; this holds when a line is not what it should be. */
export const longestSpeech = 512_000;

/** How much of each other thing an item carries, in characters. The rest is read from the ledger when a person asks for it. */
const limits = {
  said: 64_000,
  result: 16_000,
  hunks: 32_000,
  input: 4_000,
  /** For tools whose input is what a person wants to read. */
  readInput: 64_000,
  note: 16_000,
} as const;

const readByPeople = toolsOfKind('edit', 'plan', 'question');

/** Past this depth even a small value is left out: nothing recursive may meet a bottomless one. */
const deepest = 24;

/** Makes the change to send for an item: the item kept small, and the whole of it beside when something was left out. */
export function toChange(full: TranscriptItem): TranscriptChange {
  const item = preview(full);
  return item.truncated ? { item, full } : { item };
}

function preview(full: TranscriptItem): TranscriptItem {
  switch (full.kind) {
    case 'text':
    case 'thinking':
      return full.text.length > longestSpeech ? { ...full, text: truncate(full.text, longestSpeech), truncated: true } : full;
    case 'user': {
      const truncated = full.text.length > limits.said || hasData(full.images);
      return truncated ? { ...full, text: truncate(full.text, limits.said), images: withoutData(full.images), truncated } : full;
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
  const input = shortened(full.input, readByPeople.has(full.name) ? limits.readInput : limits.input);
  if (!full.result) return input === full.input ? full : { ...full, input, truncated: true };
  const { text, images, outcome } = full.result;
  const short = { text: truncate(text, limits.result), images: withoutData(images), outcome: previewOutcome(outcome) };
  const truncated = input !== full.input || short.text !== text || hasData(images) || short.outcome !== outcome;
  return truncated ? { ...full, input, result: short, truncated } : full;
}

function previewChange(item: ToolItem): ToolItem {
  if (!item.changed) return item;
  const changed = shortened(item.changed, readByPeople.has(item.name) ? limits.readInput : limits.input);
  return changed === item.changed ? item : { ...item, changed, truncated: true };
}

function previewEdit(item: ToolItem): ToolItem {
  const { decision, name } = item;
  if (!decision?.edited) return item;
  const edited = shortened(decision.edited, readByPeople.has(name) ? limits.readInput : limits.input);
  return edited === decision.edited ? item : { ...item, decision: { ...decision, edited }, truncated: true };
}

function previewOutcome(outcome: ToolOutcome | null): ToolOutcome | null {
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

function previewNote(note: Note): Note {
  if (!('text' in note) || note.text === null || note.text.length <= limits.note) return note;
  return { ...note, text: truncate(note.text, limits.note) };
}

interface Budget {
  left: number;
  cut: boolean;
}

/** The same value with long texts cut and what goes past the limit left out; the value itself when it is small enough. */
function shortened(value: Record<string, unknown>, limit: number): Record<string, unknown> {
  const budget = { left: limit, cut: false };
  const short = shortenedObject(value, budget, 0);
  return budget.cut ? short : value;
}

function shortenedObject(value: object, budget: Budget, depth: number): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(value)) {
    budget.left -= key.length;
    if (spent(budget)) break;
    entries.push([key, shortenedValue(inner, budget, depth + 1)]);
  }
  return Object.fromEntries(entries);
}

function shortenedValue(value: unknown, budget: Budget, depth: number): unknown {
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
  if (!Array.isArray(value)) return shortenedObject(value, budget, depth);
  const items: unknown[] = [];
  for (const inner of value) {
    if (spent(budget)) break;
    items.push(shortenedValue(inner, budget, depth + 1));
  }
  return items;
}

function spent(budget: Budget): boolean {
  if (budget.left > 0) return false;
  budget.cut = true;
  return true;
}

const hasData = (images: readonly TranscriptImage[]): boolean => images.some(({ data }) => data !== null);
const withoutData = (images: readonly TranscriptImage[]): TranscriptImage[] => images.map(({ mediaType }) => ({ mediaType, data: null }));
