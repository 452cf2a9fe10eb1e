/**
 * Returns the new list with each unchanged element replaced by the old object, so that React skips it. The main process sends
 * whole lists, in which every object is new.
 */
export function reuseUnchanged<T extends { readonly id: string }>(before: readonly T[], now: readonly T[]): readonly T[] {
  const known = new Map(before.map((one) => [one.id, one]));
  const kept = now.map((one) => {
    const same = known.get(one.id);
    return same && JSON.stringify(same) === JSON.stringify(one) ? same : one;
  });
  return kept.length === before.length && kept.every((one, at) => one === before[at]) ? before : kept;
}
