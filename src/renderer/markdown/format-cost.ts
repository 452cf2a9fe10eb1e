import { containersIn, filledCells, nestingOf, tableRows } from './block-shape';
import { type InlineShape, inlineShape } from './inline-shape';

/** No real text nests quotes and lists this deep. The parser and the page's layout recurse once per level. */
const deepestContainer = 30;
const deepestEmphasis = 200;

/**
 * The costs of the parts of the parser that take more than linear time. The unit is the time for one character of ordinary
 * Markdown. Each number is the worst of about 230 hostile texts.
 */
const costs = {
  /** A closing mark is compared with every mark back to its opening one. */
  step: 0.05,
  /** The parser moves everything after a mark when it finds that the mark has a meaning. */
  markSquared: 0.0008,
  /** Unclosed HTML is read to the end of the text. */
  unclosedCharacter: 0.003,
  /** A mark in an address, or in a word that could be one, is compared with the rest of the word. */
  wordStep: 0.0025,
  lineSquared: 0.0045,
  /** A line that continues a quote or list without a marker is moved once for each such line before it. */
  lazyLineSquared: 0.01,
  /** The parser fills a short row of a wide table with empty cells. */
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
