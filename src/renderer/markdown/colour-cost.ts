/** Longer code is not highlighted, in characters. */
const longest = 20_000;
/** The highlighter's patterns backtrack at every position of a long line or a long run of words. Real code has neither. */
const longestLine = 300;
const longestWords = 1_000;

const within = (parts: readonly string[], length: number): boolean => parts.every((part) => part.length <= length);

/** Whether code can be highlighted without blocking the page for long. */
export const isWorthColours = (code: string): boolean =>
  code.length <= longest && within(code.split('\n'), longestLine) && within(code.split(/[^\w\s*&:]/), longestWords);
