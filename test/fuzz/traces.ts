/** One program that ran. */
export interface Trace {
  /** The number of the line in its batch; NaN if the program didn't know it. */
  readonly line: number;
  readonly folder: string;
  /** The path by which it was started, the name of a builtin, or `not found`. */
  readonly program: string;
  readonly words: readonly string[];
  /** The first line of its input, if that was a file. */
  readonly input: string;
}

/** Parses the recorders' output: fields that end in NUL, with the number of words before the words. */
export function readTraces(bytes: Buffer): Trace[] {
  const fields = bytes.toString('utf8').split('\0');
  const traces: Trace[] = [];
  for (let at = 0; at + 5 < fields.length; ) {
    const [mark, line = '', folder = '', program = '', count = ''] = fields.slice(at, at + 5);
    if (mark !== '@') throw new Error(`The trace can't be read at field ${at}: ${JSON.stringify(fields.slice(at, at + 8))}`);
    const end = at + 5 + Number(count);
    traces.push({
      line: line === '' ? Number.NaN : Number(line),
      folder,
      program,
      words: fields.slice(at + 5, end),
      input: fields[end] ?? '',
    });
    at = end + 1;
  }
  return traces;
}
