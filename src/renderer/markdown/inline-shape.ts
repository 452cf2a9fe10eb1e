import { Delimiters } from './delimiters';

/** Measures of how often the parser would read the same text again. */
export interface InlineShape {
  /** How far the parser looks back for opening marks, counted in marks. */
  readonly steps: number;
  /** How deep emphasis and links are nested. */
  readonly deepest: number;
  readonly marks: number;
  /** The sum of the distances from each start of an HTML comment or declaration to the end of the text. */
  readonly unclosedCharacters: number;
  /** The sum over words of their marks times their length. */
  readonly wordSteps: number;
}

/** Measures a text in one pass. Only a blank line certainly ends a paragraph. */
export function inlineShape(source: string): InlineShape {
  const delimiters = new Delimiters();
  let [marks, unclosedCharacters, wordSteps, wordStart, wordMarks] = [0, 0, 0, 0, 0];
  let isBlankLine = true;
  for (let at = 0; at <= source.length; at++) {
    const char = source[at] ?? '\n';
    if (isSpace(char)) {
      wordSteps += wordMarks * (at - wordStart);
      wordStart = at + 1;
      wordMarks = 0;
      if (char !== '\n') continue;
      if (isBlankLine) delimiters.startParagraph(marks);
      isBlankLine = true;
      marks++;
      continue;
    }
    isBlankLine = false;
    if (isWordCharacter(char)) continue;
    wordMarks++;
    if (char === '[' || char === ']') delimiters.take({ mark: '[', length: 1, place: marks, opens: char === '[', closes: char === ']' });
    else if (char === '<' && (source[at + 1] === '!' || source[at + 1] === '?')) unclosedCharacters += source.length - at;
    else if (isEmphasis(char)) {
      const end = endOfRun(source, at);
      delimiters.take({ mark: char, length: end - at, place: marks, ...flanks(char, source[at - 1], source[end]) });
      wordMarks += end - at - 1;
      at = end - 1;
    }
    marks++;
  }
  return { steps: delimiters.steps, deepest: delimiters.deepest, marks, unclosedCharacters, wordSteps };
}

const isSpace = (char: string): boolean => char === ' ' || char === '\n' || char === '\t' || char === '\r';
const isEmphasis = (char: string): boolean => char === '*' || char === '_' || char === '~';
const isWordCharacter = (char: string): boolean =>
  (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || (char >= '0' && char <= '9') || char > '\u007f';

function endOfRun(source: string, start: number): number {
  let end = start;
  while (source[end] === source[start]) end++;
  return end;
}

const blank = /\s/u;
const punctuation = /[\p{P}\p{S}]/u;

/** Whether marks between these characters can open and close emphasis: CommonMark's left- and right-flanking. */
function flanks(mark: string, before = ' ', after = ' '): { readonly opens: boolean; readonly closes: boolean } {
  const [blankBefore, blankAfter] = [blank.test(before), blank.test(after)];
  const [markBefore, markAfter] = [punctuation.test(before), punctuation.test(after)];
  const left = (!blankAfter && (!markAfter || blankBefore || markBefore)) || isEmphasis(after);
  const right = (!blankBefore && (!markBefore || blankAfter || markAfter)) || isEmphasis(before);
  if (mark !== '_') return { opens: left, closes: right };
  return { opens: left && (!right || blankBefore || markBefore), closes: right && (!left || blankAfter || markAfter) };
}
