export interface Pasted {
  readonly text: string;
  readonly lines: number;
}

/**
 * What may be pasted: text, tabs and line ends. Anything else that is no character could end the paste early and give
 * the rest to the program as if it had been typed.
 */
export function pasted(clipboard: string): Pasted {
  const text = clipboard.replaceAll(/\r\n?/g, '\n').replaceAll(/[\p{Cc}]/gu, (one) => (one === '\n' || one === '\t' ? one : ''));
  return { text, lines: text.replace(/\n$/, '').split('\n').length };
}

/** A program that is not told where a paste ends runs each line as it comes. */
export const runsAtOnce = ({ text }: Pasted, bracketed: boolean): boolean => !bracketed && text.includes('\n');
