/** In characters. Of more than this, colours take longer than they are worth. */
const longest = 20_000;
/** The highlighter's patterns try again at every place of a long line, and of a long stretch of words; real code has neither. */
const longestLine = 300;
const longestWords = 1_000;

const within = (parts: readonly string[], length: number): boolean => parts.every((part) => part.length <= length);

/** Whether code can be highlighted without blocking the page for long. */
export const isWorthColours = (code: string): boolean =>
  code.length <= longest && within(code.split('\n'), longestLine) && within(code.split(/[^\w\s*&:]/), longestWords);
