import { pipeline } from 'node:stream/promises';
import { judgeLine } from './asks/judge-lines';
import { codeOf } from './base/error-code';
import { LineSplitter } from './claude/line-splitter';

/** Answers every line as soon as it is complete, with one write per chunk of input. */
async function* answer(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let answers: string[] = [];
  const splitter = new LineSplitter({
    onLine: (line) => answers.push(`${judgeLine(line)}\n`),
    onTooLong: () => answers.push(`${JSON.stringify({ id: null, error: 'This line is too long; nothing after it is read.' })}\n`),
  });
  for await (const chunk of chunks) {
    splitter.push(chunk);
    if (answers.length > 0) yield answers.join('');
    answers = [];
  }
  splitter.end();
  if (answers.length > 0) yield answers.join('');
}

try {
  await pipeline(process.stdin, answer, process.stdout);
} catch (error) {
  // The reader has what it wanted and closed the pipe, as in `… | head`.
  if (!['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(codeOf(error) ?? '')) throw error;
}
