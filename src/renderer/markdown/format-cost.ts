import { containersIn, filledCells, nestingOf, tableRows } from './block-shape';
import { type InlineShape, inlineShape } from './inline-shape';

/** Nobody nests quotes and lists this deep. The parser calls itself once for each level, and so does the page's layout. */
const deepestContainer = 30;
const deepestEmphasis = 200;

/**
 * The parts of the parser that take more than linear time. The unit is the time that one character of ordinary Markdown takes;
 * each number is the worst that was measured, over about 230 hostile texts.
 */
const costs = {
  /** A mark that closes emphasis or a link is compared with everything back to the one that opens it. */
  step: 0.05,
  /** What follows a mark is moved when the mark turns out to mean something. */
  markSquared: 0.0008,
  /** HTML that nobody closes is read to the end of the text. */
  unclosedCharacter: 0.003,
  /** A mark in an address, or in a word that could be one, is compared with the rest of the word. */
  wordStep: 0.0025,
  lineSquared: 0.0045,
  /** A line that continues a quote or list without saying so is moved once for every such line before it. */
  lazyLineSquared: 0.01,
  /** A short row of a wide table is filled up with empty cells. */
  filledCell: 2,
} as const;

/** Whether parsing takes at most about twice as long as ordinary Markdown of the same length. This itself takes linear time. */
export function canFormat(source: string): boolean {
  const lines = source.split(/\r\n|\n|\r/);
  const { deepest, lazyLines } = nestingOf(lines, lines.map(containersIn));
  if (deepest > deepestContainer) return false;
  // The rows of a table are parsed one by one.
  const rows = tableRows(lines);
  const rest = lines.slice(rows);
  const shapes = [...lines.slice(0, rows), rest.join('\n')].map(inlineShape);
  if (shapes.some((shape) => shape.deepest > deepestEmphasis)) return false;
  const cost =
    shapes.reduce((sum, shape) => sum + inlineCost(shape), 0) +
    costs.lineSquared * rest.length ** 2 +
    costs.lazyLineSquared * lazyLines ** 2 +
    costs.filledCell * filledCells(lines);
  return cost <= source.length;
}

const inlineCost = ({ steps, marks, unclosedCharacters, wordSteps }: InlineShape): number =>
  costs.step * steps + costs.markSquared * marks ** 2 + costs.unclosedCharacter * unclosedCharacters + costs.wordStep * wordSteps;
