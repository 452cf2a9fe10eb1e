import { expect, it } from 'vitest';
import { AppError } from '../../shared/errors';
import { LineWriter } from './line-writer';

const gone = new AppError('run-gone', 'claude exited with code 1.');

/** A writer on a pipe that accepts lines only when the test says so. */
function start(send: (line: string) => Promise<void>) {
  const sent: string[] = [];
  const writer = new LineWriter({
    send: (line) => {
      sent.push(line);
      return send(line);
    },
    onLine: () => () => undefined,
    onEnd: () => () => undefined,
  });
  return { writer, sent };
}

it('tells whoever wrote it that a line was not taken, and goes on with the next', async () => {
  const { writer, sent } = start((line) => (line === 'one' ? Promise.reject(gone) : Promise.resolve()));
  expect(await Promise.allSettled([writer.write('one'), writer.write('two')])).toEqual([
    { status: 'rejected', reason: gone },
    { status: 'fulfilled', value: undefined },
  ]);
  expect(sent).toEqual(['one', 'two']);
});

it('settles everything when closed, even on a pipe that never answers, and writes no more', async () => {
  const { writer, sent } = start(() => new Promise(() => undefined));
  const waiting = [writer.write('under way'), writer.write('behind it')];
  writer.close(gone);
  const rejected = { status: 'rejected', reason: gone };
  expect(await Promise.allSettled([...waiting, writer.write('too late')])).toEqual([rejected, rejected, rejected]);
  expect(sent).toEqual(['under way']);
});

it('writes nothing that was queued before it was closed', async () => {
  const taken = Promise.withResolvers<void>();
  const { writer, sent } = start(() => taken.promise);
  const waiting = Promise.allSettled([writer.write('under way'), writer.write('behind it')]);
  writer.close(gone);
  taken.resolve();
  await waiting;
  expect(sent).toEqual(['under way']);
});
