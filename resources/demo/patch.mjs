const CONTEXT = 3;

/**
 * The change between two texts as one hunk with three lines around it, in the CLI's form.
 * @param {string} before @param {string} after
 */
export function structuredPatch(before, after) {
  const old = linesOf(before);
  const now = linesOf(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  if (head === old.length && head === now.length) return [];

  const start = Math.max(0, head - CONTEXT);
  const oldEnd = old.length - tail;
  const nowEnd = now.length - tail;
  const after3 = old.slice(oldEnd, oldEnd + CONTEXT);
  const before3 = old.slice(start, head);
  return [
    {
      oldStart: start + 1,
      oldLines: oldEnd - start + after3.length,
      newStart: start + 1,
      newLines: nowEnd - start + after3.length,
      lines: [
        ...before3.map((line) => ` ${line}`),
        ...old.slice(head, oldEnd).map((line) => `-${line}`),
        ...now.slice(head, nowEnd).map((line) => `+${line}`),
        ...after3.map((line) => ` ${line}`),
      ],
    },
  ];
}

/** A last line break ends a line, it does not start one. @param {string} text */
const linesOf = (text) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
