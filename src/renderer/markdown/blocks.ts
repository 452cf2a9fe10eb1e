/** A part of a Markdown text that can be read by itself. Code in fences needs no reading at all. */
export type Block =
  | { readonly kind: 'text'; readonly source: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string };

const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$/;
const listItem = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const definition = /^ {0,3}\[(?!\^)[^\]]+\]:\s+\S.*$/gm;

/** A list this long is read item by item, in characters: reading lists is slow, and a text that streams is read once a frame. */
const longList = 2_000;

/** Splits where a new block begins for sure, so that of a growing text only the last block is read again. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let length = 0;
  let afterBlank = false;
  let open: { readonly mark: string; readonly language: string } | null = null;

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
    const opened = inList && /^\s/.test(line) ? null : fence.exec(line);
    if (opened?.[1]) {
      finish();
      open = { mark: opened[1], language: opened[2] ?? '' };
    } else {
      if (beginsBlock(line, { inList, afterBlank, length })) finish();
      // Blank lines at the start of a block say nothing.
      if (lines.length > 0 || line.trim() !== '') lines.push(line);
      length += line.length + 1;
    }
    afterBlank = line.trim() === '';
  }
  if (open) finishCode(open.language);
  else finish();
  return withDefinitions(blocks, text);
}

interface Before {
  readonly inList: boolean;
  readonly afterBlank: boolean;
  readonly length: number;
}

function beginsBlock(line: string, { inList, afterBlank, length }: Before): boolean {
  if (inList && listItem.test(line)) return length > longList;
  // What is indented may belong to whatever is above it.
  return afterBlank && /^\S/.test(line);
}

function closes(mark: string, line: string): boolean {
  const closing = line.trim();
  return closing.length >= mark.length && closing === (mark[0] ?? '').repeat(closing.length) && !/^ {4}/.test(line);
}

/** A link's address may stand in another block than the link. */
function withDefinitions(blocks: readonly Block[], text: string): Block[] {
  const definitions = text.includes(']:') ? (text.match(definition) ?? []) : [];
  if (definitions.length === 0) return [...blocks];
  const all = definitions.join('\n');
  return blocks.map((block) =>
    block.kind === 'text' && block.source.includes('[') ? { ...block, source: `${block.source}\n\n${all}` } : block,
  );
}
