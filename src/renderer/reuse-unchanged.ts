/**
 * A list as it is now, in which what did not change is the very same value as before: whoever shows it need not draw it again.
 * The main process sends whole lists, so everything in them is new each time.
 */
export function withKept<T extends { readonly id: string }>(before: readonly T[], now: readonly T[]): readonly T[] {
  const known = new Map(before.map((one) => [one.id, one]));
  const kept = now.map((one) => {
    const same = known.get(one.id);
    return same && JSON.stringify(same) === JSON.stringify(one) ? same : one;
  });
  return kept.length === before.length && kept.every((one, at) => one === before[at]) ? before : kept;
}
