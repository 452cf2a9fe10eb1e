/** Returns at most `maxLength` characters from the start of a text, and never half of a surrogate pair. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return text.slice(0, Math.max(0, maxLength)).replace(/[\uD800-\uDBFF]$/, '');
}

/** Shortens a line to at most `maxLength` characters, with an ellipsis in place of what was cut off. */
export function truncateLine(line: string, maxLength: number): string {
  return line.length <= maxLength ? line : `${truncate(line, maxLength - 1).trimEnd()}…`;
}

/** Returns at most `maxLength` characters from the end of a text, and never half of a surrogate pair. */
export function truncateStart(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return text.slice(text.length - Math.max(0, maxLength)).replace(/^[\uDC00-\uDFFF]/, '');
}
