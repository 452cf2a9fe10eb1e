export interface Paste {
  readonly text: string;
  readonly lines: number;
}

/**
 * Removes control characters except tabs and line ends. Any other could end the paste early and pass the rest to the program
 * as if it had been typed.
 */
export function cleanPaste(clipboard: string): Paste {
  const text = clipboard.replaceAll(/\r\n?/g, '\n').replaceAll(/[\p{Cc}]/gu, (one) => (one === '\n' || one === '\t' ? one : ''));
  return { text, lines: text.replace(/\n$/, '').split('\n').length };
}

/** A program without bracketed paste mode runs each line of a paste at once. */
export const runsLineByLine = ({ text }: Paste, bracketed: boolean): boolean => !bracketed && text.includes('\n');
