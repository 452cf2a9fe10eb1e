interface CodeParts {
  readonly before: string;
  readonly code: string;
  readonly after: string;
}

/** Splits a line at its one piece of code, which is in backticks. */
export function splitCode(text: string): CodeParts {
  const start = text.indexOf('`');
  if (start === -1) return { before: text, code: '', after: '' };
  const last = text.lastIndexOf('`');
  const end = last === start || text.endsWith('…') ? text.length : last;
  return { before: text.slice(0, start), code: text.slice(start + 1, end), after: text.slice(end + 1) };
}
