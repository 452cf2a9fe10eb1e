/** The quote and list markers at the start of a line. */
export interface Containers {
  readonly levels: number;
  /** The width of the blanks before and between them, in columns. */
  readonly indent: number;
}

const containerMark = /(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))/y;
const blanks = /[ \t]*/y;

export function containersIn(line: string): Containers {
  let [quotes, items, indent, at] = [0, 0, 0, 0];
  const bullets = new Set<string>();
  for (;;) {
    blanks.lastIndex = at;
    const space = blanks.exec(line)?.[0] ?? '';
    at += space.length;
    indent += columnsOf(space);
    containerMark.lastIndex = at;
    const mark = containerMark.exec(line)?.[0];
    if (mark === undefined) break;
    at += mark.length;
    if (mark === '>') quotes++;
    else {
      items++;
      bullets.add(mark);
    }
  }
  // "- - -" is a horizontal rule, not three lists.
  const isRule = at === line.length && items > 2 && bullets.size === 1 && (bullets.has('-') || bullets.has('*'));
  return { levels: quotes + (isRule ? 0 : items), indent };
}

/** A tab is at most four columns wide. */
const columnsOf = (space: string): number => space.length + 3 * (space.split('\t').length - 1);

export interface Nesting {
  /** An upper bound for the nesting of quotes and lists. */
  readonly deepest: number;
  /** The number of lines that continue a quote or list without its marker or indentation. */
  readonly lazyLines: number;
}

export function nestingOf(lines: readonly string[], containers: readonly Containers[]): Nesting {
  let [deepest, open, lazyLines] = [0, 0, 0];
  for (const [at, { levels, indent }] of containers.entries()) {
    if (levels === 0) {
      if (open > 0 && indent < 2 && lines[at]?.trim() !== '') lazyLines++;
      continue;
    }
    // Indentation continues open lists only, and each takes at least two columns.
    open = levels + Math.min(open, Math.floor(indent / 2));
    deepest = Math.max(deepest, open);
  }
  return { deepest, lazyLines };
}

const delimiterRow = /^[ \t>|:-]+$/;
const tableRow = /^ {0,3}\|/;

/** Counts the lines at the start that are certainly table rows. */
export function tableRows(lines: readonly string[]): number {
  const [header = '', delimiters = ''] = lines;
  const isTable =
    [header, delimiters].every((line) => tableRow.test(line)) &&
    delimiterRow.test(delimiters) &&
    !header.includes('\\') &&
    cellsOf(header) === cellsOf(delimiters) &&
    cellsOf(delimiters) === (delimiters.match(/:?-+:?/g)?.length ?? 0);
  if (!isTable) return 0;
  const end = lines.findIndex((line) => !tableRow.test(line));
  return end === -1 ? lines.length : end;
}

const cellsOf = (row: string): number => row.trim().replace(/^\|/, '').replace(/\|$/, '').split('|').length;

/** Counts the empty cells that the parser would add to a table. */
export function filledCells(lines: readonly string[]): number {
  let [columns, rows, pipes] = [0, 0, 0];
  for (const line of lines) {
    pipes += line.split('|').length - 1;
    if (columns > 0) rows++;
    if (line.includes('-') && delimiterRow.test(line)) columns = Math.max(columns, line.match(/-+/g)?.length ?? 0);
  }
  return Math.max(0, columns * rows - pipes);
}
