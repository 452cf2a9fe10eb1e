import { withDefinitions } from './definitions';
import { canFormat } from './format-cost';

/** A part of a Markdown text that can be parsed by itself. Fenced code needs no parsing, and `plain` is not worth it. */
export type Block =
  | { readonly kind: 'text'; readonly source: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'plain'; readonly text: string };

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const listItem = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

/** A list longer than this many characters is parsed item by item: lists are slow, and streamed text is parsed once a frame. */
const longList = 2_000;

/** Splits a text into blocks. A block that would take too long to parse stays plain text. */
export const blocksOf = (text: string): Block[] => withDefinitions(withPlain(split(text)), text.length);

/** Splits only where a new block certainly starts, so that a growing text needs only its last block parsed again. */
function split(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let length = 0;
  let afterBlank = false;
  let open: Fence | null = null;

  const finish = (): void => {
    const source = lines.join('\n').trimEnd();
    if (source !== '') blocks.push({ kind: 'text', source });
    lines = [];
    length = 0;
  };
  const finishCode = (language: string): void => {
    blocks.push({ kind: 'code', language, text: lines.join('\n') });
    lines = [];
    length = 0;
  };

  for (const line of text.split('\n')) {
    if (open) {
      if (closes(open.mark, line)) {
        finishCode(open.language);
        open = null;
      } else lines.push(line);
      continue;
    }
    const inList = lines[0] !== undefined && listItem.test(lines[0]);
    const opened = inList && /^\s/.test(line) ? null : fenceIn(line);
    if (opened) {
      finish();
      open = opened;
    } else {
      if (beginsBlock(line, { inList, afterBlank, length })) finish();
      // Skip blank lines at the start of a block.
      if (lines.length > 0 || line.trim() !== '') lines.push(line);
      length += line.length + 1;
    }
    afterBlank = line.trim() === '';
  }
  if (open) finishCode(open.language);
  else finish();
  return blocks;
}

/** Joins adjacent plain blocks, so that their note is shown once. */
function withPlain(blocks: readonly Block[]): Block[] {
  const checked: Block[] = [];
  for (const block of blocks) {
    const last = checked.at(-1);
    if (block.kind !== 'text' || canFormat(block.source)) checked.push(block);
    else if (last?.kind === 'plain') checked[checked.length - 1] = { kind: 'plain', text: `${last.text}\n\n${block.source}` };
    else checked.push({ kind: 'plain', text: block.source });
  }
  return checked;
}

interface Before {
  readonly inList: boolean;
  readonly afterBlank: boolean;
  readonly length: number;
}

function beginsBlock(line: string, { inList, afterBlank, length }: Before): boolean {
  if (inList && listItem.test(line)) return length > longList;
  // An indented line may belong to the block above.
  return afterBlank && /^\S/.test(line);
}

interface Fence {
  readonly mark: string;
  readonly language: string;
}

function fenceIn(line: string): Fence | null {
  const [, mark, info = ''] = fence.exec(line) ?? [];
  // A line with more backticks is inline code, not a fence.
  if (mark === undefined || info.includes('`')) return null;
  return { mark, language: info.trim().split(/\s/, 1)[0] ?? '' };
}

function closes(mark: string, line: string): boolean {
  const closing = line.trim();
  return closing.length >= mark.length && closing === (mark[0] ?? '').repeat(closing.length) && !/^ {4}/.test(line);
}
