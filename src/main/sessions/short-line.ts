/** The beginning of a line, with an ellipsis where it was cut; never half of a character. */
export function shortLine(line: string, longest: number): string {
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.trimEnd()}…`;
}
